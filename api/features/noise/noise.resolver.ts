import { Max, Min } from 'class-validator';
import { Args, ArgsType, Ctx, Field, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Integration } from '../integrations/integration.entity.ts';
import * as service from './noise.service.ts';
import { Noise, NoiseSources } from './noise.types.ts';

@ArgsType()
class NoisePeriod {
  @Field(() => Int, {
    defaultValue: 4,
    description: `Number of weeks, from 1 to ${service.shownWeeks}. The last one is the current week.`,
  })
  @Max(service.shownWeeks, { message: `\`weeks\` must be ${service.shownWeeks} or less` })
  @Min(1, { message: '`weeks` must be 1 or more' })
  weeks!: number;
}

@Resolver(() => Integration)
export class NoiseResolver {
  @Allow('read')
  @Query(() => Noise, {
    description:
      "Returns how many messages your team's alerts caused in each week, and its channels' budgets.",
  })
  noise(@Ctx() ctx: ViewerContext): Promise<Noise> {
    return service.noise(ctx);
  }

  @Allow('read')
  @Query(() => NoiseSources, {
    description: 'Returns the rules and devices of your team that caused most messages.',
  })
  noiseSources(
    @Args(() => NoisePeriod) { weeks }: NoisePeriod,
    @Ctx() ctx: ViewerContext,
  ): Promise<NoiseSources> {
    return service.noiseSources(ctx, weeks);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "Number of messages that a channel has sent this week, in your team's time zone. `null` if it has no budget.",
  })
  messagesThisWeek(@Root() integration: Integration, @Ctx() ctx: ViewerContext): Promise<number | null> {
    return service.channelMessages(ctx, integration);
  }
}
