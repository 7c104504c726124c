import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import {
  AcknowledgeByLinkArgs,
  AlertByLink,
  AlertLinkArgs,
  LinkOutcome,
  SnoozeByLinkArgs,
  UnsubscribeLink,
} from './alert-link.input.ts';
import * as links from './alert-link.service.ts';
import * as unsubscribing from './unsubscribe.service.ts';

/** For recipients of a message, because its links work without signing in. */
@Resolver()
export class AlertLinkResolver {
  @Query(() => AlertByLink, {
    description: 'Returns the alert that a link in a message refers to. Changes nothing.',
  })
  alertByLink(
    @Args(() => AlertLinkArgs) { token }: AlertLinkArgs,
    @Ctx() ctx: Context,
  ): Promise<AlertByLink> {
    return links.alertByLink(ctx, token);
  }

  @Mutation(() => LinkOutcome, { description: 'Acknowledges the alert of a link.' })
  acknowledgeByLink(
    @Args(() => AcknowledgeByLinkArgs) args: AcknowledgeByLinkArgs,
    @Ctx() ctx: Context,
  ): Promise<LinkOutcome> {
    return links.acknowledgeByLink(ctx, args);
  }

  @Mutation(() => LinkOutcome, {
    description:
      'Snoozes the alert of a link for a number of minutes. No notifications about it are sent during that time.',
  })
  snoozeByLink(
    @Args(() => SnoozeByLinkArgs) args: SnoozeByLinkArgs,
    @Ctx() ctx: Context,
  ): Promise<LinkOutcome> {
    return links.snoozeByLink(ctx, args);
  }

  @Query(() => UnsubscribeLink, {
    description: 'Returns the subscription that an unsubscribe link refers to. Changes nothing.',
  })
  unsubscribeLink(
    @Arg('token', { description: 'Token from the URL of the link in the email.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<UnsubscribeLink> {
    return unsubscribing.unsubscribeLink(ctx, token);
  }

  @Mutation(() => UnsubscribeLink, {
    description: "Unsubscribes the link's address from alert emails, and notifies the team's owner.",
  })
  unsubscribeByLink(
    @Arg('token', { description: 'Token from the URL of the link in the email.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<UnsubscribeLink> {
    return unsubscribing.unsubscribeByLink(ctx, token);
  }

  @Mutation(() => UnsubscribeLink, { description: "Resubscribes the link's address to alert emails." })
  subscribeByLink(
    @Arg('token', { description: 'Token from the URL of the link in the email.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<UnsubscribeLink> {
    return unsubscribing.subscribeByLink(ctx, token);
  }
}
