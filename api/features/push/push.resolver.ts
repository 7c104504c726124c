import { Max, Min } from 'class-validator';
import { ArgsType, Field, Int, Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { ConsolePushHealth } from './push-health.entity.ts';
import { PushedMessage } from './push.entity.ts';
import * as service from './push.service.ts';
import { ShownAddress } from './push.service.ts';

/** Maximum messages in a response. Each may have 64 KiB. */
const most = 50;

@ArgsType()
class PushedMessagesArgs {
  @Field(() => Int, { defaultValue: 10, description: `Maximum number, up to ${most}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(most, { message: `\`first\` must be ${most} or less` })
  first: number = 10;
}

@Resolver()
export class PushResolver {
  @Allow('read')
  @Query(() => [PushedMessage], {
    description: "Messages pushed by a controller's consoles in the last 24 hours, newest first, up to 100.",
  })
  pushedMessages(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Args(() => PushedMessagesArgs) { first }: PushedMessagesArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<PushedMessage[]> {
    return service.pushedMessages(ctx, controllerId, first);
  }

  @Allow('read')
  @Query(() => [ConsolePushHealth], {
    description: "How reliably a controller's monitored consoles push their changes, sorted by name.",
  })
  pushHealth(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ConsolePushHealth[]> {
    return service.pushHealth(ctx, controllerId);
  }

  @Allow('manage')
  @Mutation(() => ShownAddress, {
    description:
      "Returns the address for UniFi's Alarm Manager to push events of a controller's consoles to. Creates it if there is none.",
  })
  showPushAddress(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ShownAddress> {
    return service.showPushAddress(ctx, controllerId);
  }

  @Allow('manage')
  @Mutation(() => ShownAddress, {
    description: 'Replaces the push address. The previous one stops working immediately.',
  })
  renewPushAddress(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ShownAddress> {
    return service.renewPushAddress(ctx, controllerId);
  }
}
