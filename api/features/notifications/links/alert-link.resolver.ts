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

/** For whoever has a message: its links work without signing in. */
@Resolver()
export class AlertLinkResolver {
  @Query(() => AlertByLink, {
    description: 'The alert that a link of a message is about. Nothing is changed.',
  })
  alertByLink(
    @Args(() => AlertLinkArgs) { token }: AlertLinkArgs,
    @Ctx() ctx: Context,
  ): Promise<AlertByLink> {
    return links.alertByLink(ctx, token);
  }

  @Mutation(() => LinkOutcome, { description: 'Says that somebody sees to the alert of a link.' })
  acknowledgeByLink(
    @Args(() => AcknowledgeByLinkArgs) args: AcknowledgeByLinkArgs,
    @Ctx() ctx: Context,
  ): Promise<LinkOutcome> {
    return links.acknowledgeByLink(ctx, args);
  }

  @Mutation(() => LinkOutcome, {
    description: 'Lets nobody be told about the alert of a link again for so many minutes.',
  })
  snoozeByLink(
    @Args(() => SnoozeByLinkArgs) args: SnoozeByLinkArgs,
    @Ctx() ctx: Context,
  ): Promise<LinkOutcome> {
    return links.snoozeByLink(ctx, args);
  }

  @Query(() => UnsubscribeLink, { description: 'Whose alert mails a link stops. Nothing is changed.' })
  unsubscribeLink(
    @Arg('token', { description: 'From the address of the mailed link.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<UnsubscribeLink> {
    return unsubscribing.unsubscribeLink(ctx, token);
  }

  @Mutation(() => UnsubscribeLink, {
    description: 'Stops alert mails to the address of a link; the owner of the team is told.',
  })
  unsubscribeByLink(
    @Arg('token', { description: 'From the address of the mailed link.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<UnsubscribeLink> {
    return unsubscribing.unsubscribeByLink(ctx, token);
  }

  @Mutation(() => UnsubscribeLink, { description: 'Lets alert mails come again to the address of a link.' })
  subscribeByLink(
    @Arg('token', { description: 'From the address of the mailed link.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<UnsubscribeLink> {
    return unsubscribing.subscribeByLink(ctx, token);
  }
}
