import { Max, Min } from 'class-validator';
import { ArgsType, Field, Int, Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { PushedMessage } from './push.entity.ts';
import * as service from './push.service.ts';
import { ShownAddress } from './push.service.ts';

/** Messages in one answer: each may have 64 KiB. */
const most = 50;

@ArgsType()
class PushedMessagesArgs {
  @Field(() => Int, { defaultValue: 10, description: `How many, at most ${most}.` })
  @Min(1, { message: 'Ask for at least one message' })
  @Max(most, { message: `Ask for at most ${most} messages at once` })
  first: number = 10;
}

@Resolver()
export class PushResolver {
  @Allow('read')
  @Query(() => [PushedMessage], {
    description:
      'What the consoles of a controller pushed within the last day, newest first; of very many the last 100.',
  })
  pushedMessages(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Args(() => PushedMessagesArgs) { first }: PushedMessagesArgs,
    @Ctx() ctx: CustomerContext,
  ): Promise<PushedMessage[]> {
    return service.pushedMessages(ctx, controllerId, first);
  }

  @Allow('manage')
  @Mutation(() => ShownAddress, {
    description:
      "The address to which UniFi's Alarm Manager pushes what happens on a controller's consoles; made now if there is none.",
  })
  showPushAddress(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<ShownAddress> {
    return service.showPushAddress(ctx, controllerId);
  }

  @Allow('manage')
  @Mutation(() => ShownAddress, { description: 'Another address to push to; the one before ends at once.' })
  renewPushAddress(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<ShownAddress> {
    return service.renewPushAddress(ctx, controllerId);
  }
}
