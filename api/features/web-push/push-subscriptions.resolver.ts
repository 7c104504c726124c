import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { PushPreferencesInput, PushSettings, PushSubscriptionInput } from './push-subscription.input.ts';
import * as service from './push-subscriptions.service.ts';

@Allow('person')
@Resolver()
export class PushSubscriptionsResolver {
  @Query(() => PushSettings, {
    description: 'Your push notifications: which alerts you receive, and in which browsers.',
  })
  pushSettings(@Ctx() ctx: ViewerContext): Promise<PushSettings> {
    return service.pushSettings(ctx);
  }

  @Mutation(() => PushSettings, {
    description:
      'Turns on push notifications of this team in a browser. For a known browser, it only confirms that they are still on. A new one requires a sign-in within the last 15 minutes.',
  })
  subscribeToPush(
    @Arg('input', () => PushSubscriptionInput, { description: "The browser's subscription." })
    input: PushSubscriptionInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<PushSettings> {
    return service.subscribeToPush(ctx, input);
  }

  @Mutation(() => ID, {
    description: 'Turns off push notifications of this team in one of your browsers. Returns its ID.',
  })
  unsubscribeFromPush(
    @Arg('id', () => ID, { description: 'ID of the subscription.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.unsubscribeFromPush(ctx, id);
  }

  @Mutation(() => PushSettings, {
    description: 'Replaces which alerts your browsers receive, in all of your teams.',
  })
  savePushPreferences(
    @Arg('input', () => PushPreferencesInput, { description: 'All preferences. None keeps its old value.' })
    input: PushPreferencesInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<PushSettings> {
    return service.savePushPreferences(ctx, input);
  }
}
