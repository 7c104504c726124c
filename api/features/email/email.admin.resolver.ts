import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { lengthOf } from '#api/exports/export.ts';
import { Broadcast, BroadcastFailure } from './broadcast.entity.ts';
import * as broadcasts from './broadcasts.service.ts';
import { EmailSettings } from './email-settings.entity.ts';
import { EmailSettingsInput, TestEmailInput } from './email-settings.input.ts';
import * as settings from './email-settings.service.ts';
import * as usage from './email-usage.service.ts';
import { EmailUsage } from './email-usage.service.ts';
import { EmailSuppression } from './email-suppression.entity.ts';

@Allow('admin')
@Resolver()
export class EmailAdminResolver {
  @Query(() => EmailSettings, { description: 'Email provider settings, without the key.' })
  emailSettings(@Ctx() ctx: ViewerContext): Promise<EmailSettings> {
    return settings.emailSettings(ctx);
  }

  @Mutation(() => EmailSettings, {
    description: 'Updates the email settings. They apply to new and queued emails.',
  })
  saveEmailSettings(
    @Arg('input', () => EmailSettingsInput, { description: "Sender, and the API key if it's new." })
    input: EmailSettingsInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<EmailSettings> {
    return settings.saveEmailSettings(ctx, input);
  }

  @Mutation(() => Answer, { description: "Sends a test email and returns the provider's response." })
  sendTestEmail(
    @Arg('input', () => TestEmailInput, { description: 'Recipient and content.' }) input: TestEmailInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Answer> {
    return settings.sendTestEmail(ctx, input);
  }

  @Query(() => EmailUsage, {
    description:
      'Returns how email is sent, and how many emails of the last 30 days were sent, delivered and failed.',
  })
  emailUsage(@Ctx() ctx: ViewerContext): Promise<EmailUsage> {
    return usage.emailUsage(ctx);
  }

  @Query(() => [EmailSuppression], { description: 'Suppressed addresses, newest first, up to 500.' })
  emailSuppressions(@Ctx() ctx: ViewerContext): Promise<EmailSuppression[]> {
    return usage.emailSuppressions(ctx);
  }

  @Mutation(() => ID, { description: 'Removes the suppression of an address.' })
  removeEmailSuppression(
    @Arg('id', () => ID, { description: 'ID of one of `emailSuppressions`. Returned as the result.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return usage.removeEmailSuppression(ctx, id);
  }

  @Query(() => [Broadcast], { description: 'Latest emails to many recipients, newest first, up to 20.' })
  broadcasts(@Ctx() ctx: ViewerContext): Promise<Broadcast[]> {
    return broadcasts.broadcasts(ctx);
  }

  @Query(() => [BroadcastFailure], { description: 'Failed recipients of an email to many, up to 500.' })
  broadcastFailures(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<BroadcastFailure[]> {
    return broadcasts.broadcastFailures(ctx, id);
  }

  @Query(() => String, {
    description: `Everyone a broadcast didn't reach, as CSV. ${lengthOf('GET /api/admin/broadcasts/:id/failures/csv')}`,
  })
  broadcastFailuresCsv(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return broadcasts.broadcastFailuresCsv(ctx, id);
  }

  @Mutation(() => Broadcast, {
    description: "Resends an email to the recipients who definitely didn't receive it.",
  })
  resendBroadcast(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Broadcast> {
    return broadcasts.resendBroadcast(ctx, id);
  }
}
