import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import { readerOf, type Context, type ViewerContext } from '#api/graphql/context.ts';
import { RuleTest, ChannelTest, DeliveriesArgs, DeliveryPage } from './deliveries.input.ts';
import { Delivery } from '../delivery.entity.ts';
import { reasonText } from '../reason-text.ts';
import * as tests from '../testing/channel-tests.service.ts';
import { testPushSubscription } from '../testing/push-test.service.ts';
import * as service from './deliveries.service.ts';

@Resolver(() => Delivery)
export class DeliveriesResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Why it failed, is waiting or was skipped, and what to do. Times are in your time zone. `null` if all went well.',
  })
  reason(@Root() delivery: Delivery, @Ctx() ctx: Context): string | null {
    return reasonText(delivery, readerOf(ctx));
  }

  @Allow('read')
  @Query(() => DeliveryPage, {
    description:
      "Returns your team's deliveries, newest first: who was notified, when and how, and why anyone wasn't.",
  })
  deliveries(
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<DeliveryPage> {
    return service.deliveries(ctx, args);
  }

  @Allow('alerts')
  @Mutation(() => Delivery, {
    description: 'Resends a failed message, or sends a retrying one immediately. The ID stays the same.',
  })
  resendDelivery(
    @Arg('id', () => ID, { description: "ID of one of your team's deliveries." }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Delivery> {
    return service.resendDelivery(ctx, id);
  }

  @Allow('manage')
  @Mutation(() => ChannelTest, { description: 'Sends a test message through a channel.' })
  testIntegration(
    @Arg('id', () => ID, { description: "ID of one of your team's channels." }) id: string,
    @Arg('event', () => String, {
      nullable: true,
      description:
        'Webhooks only: event type of the example to send, e.g. `alert.resolved`. `data.test` is `true`. `null` sends `alert.test`.',
    })
    event: string | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<ChannelTest> {
    return tests.testIntegration(ctx, id, event);
  }

  @Allow('person')
  @Mutation(() => ChannelTest, { description: 'Sends a test notification to one of your browsers.' })
  testPushSubscription(
    @Arg('id', () => ID, { description: 'ID of one of your push subscriptions in this team.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ChannelTest> {
    return testPushSubscription(ctx, id);
  }

  @Allow('alerts')
  @Mutation(() => RuleTest, {
    description: "Sends an example of the rule's alerts through each of its configured channels.",
  })
  testAlertRule(
    @Arg('id', () => ID, { description: "ID of one of your team's rules." }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<RuleTest> {
    return tests.testAlertRule(ctx, id);
  }
}
