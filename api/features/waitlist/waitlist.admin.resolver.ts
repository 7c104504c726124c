import { Arg, Args, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { Broadcast } from '../email/broadcast.entity.ts';
import { WaitlistEmailPreview, WaitlistEmailInput, WaitlistPage, WaitlistSearch } from './waitlist.input.ts';
import * as emails from './waitlist-email.service.ts';
import { WaitlistEntry, WaitlistSummary } from './waitlist-entry.entity.ts';
import * as list from './waitlist-list.service.ts';

@Allow('admin')
@Resolver()
export class WaitlistAdminResolver {
  @Query(() => [WaitlistEntry], {
    description: `People who want to hear when registration opens, newest first. Without \`first\`, ${lengthOf('GET /api/admin/waitlist', 'list')}`,
  })
  waitlist(
    @Args(() => WaitlistPage) page: WaitlistPage,
    @Ctx() ctx: ViewerContext,
  ): Promise<WaitlistEntry[]> {
    return list.waitlist(ctx, page);
  }

  @Query(() => WaitlistSummary, { description: 'The waitlist in figures.' })
  waitlistSummary(@Ctx() ctx: ViewerContext): Promise<WaitlistSummary> {
    return list.waitlistSummary(ctx);
  }

  @Query(() => Int, { description: 'How many are on the waitlist, or how many a search finds.' })
  waitlistCount(
    @Args(() => WaitlistSearch) search: WaitlistSearch,
    @Ctx() ctx: ViewerContext,
  ): Promise<number> {
    return list.waitlistCount(ctx, search);
  }

  @Query(() => String, {
    description: `The waitlist as CSV, all of it or what a search finds. ${lengthOf('GET /api/admin/waitlist/csv')}`,
  })
  waitlistCsv(
    @Args(() => WaitlistSearch) search: WaitlistSearch,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return list.waitlistCsv(ctx, search);
  }

  @Mutation(() => ID, { description: 'Deletes a waitlist entry and its email address.' })
  deleteWaitlistEntry(
    @Arg('id', () => ID, { description: 'ID of one of `waitlist`. Returned as the result.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return list.deleteWaitlistEntry(ctx, id);
  }

  @Query(() => WaitlistEmailPreview, {
    description: 'Previews an email to the waitlist and its recipients.',
  })
  previewWaitlistEmail(
    @Arg('input', () => WaitlistEmailInput, { description: 'Email to preview.' })
    input: WaitlistEmailInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<WaitlistEmailPreview> {
    return emails.previewWaitlistEmail(ctx, input);
  }

  @Mutation(() => Broadcast, {
    description: "Emails everyone on the waitlist who isn't unsubscribed or suppressed.",
  })
  sendWaitlistEmail(
    @Arg('input', () => WaitlistEmailInput, {
      description: 'Email, and a UUID that prevents sending it twice.',
    })
    input: WaitlistEmailInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Broadcast> {
    return emails.sendWaitlistEmail(ctx, input);
  }
}
