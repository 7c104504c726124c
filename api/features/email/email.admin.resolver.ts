import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { lengthOf } from '#api/exports/export.ts';
import { Broadcast, BroadcastFailure } from './broadcast.entity.ts';
import * as broadcasts from './broadcasts.service.ts';
import { EmailSettings } from './email-settings.entity.ts';
import { EmailSettingsInput, TestEmailInput } from './email-settings.input.ts';
import * as settings from './email-settings.service.ts';
import * as usage from './email-usage.service.ts';
import { EmailUsage } from './email-usage.service.ts';
import { MailSuppression } from './mail-suppression.entity.ts';

@Allow('admin')
@Resolver()
export class EmailAdminResolver {
  @Query(() => EmailSettings, { description: 'How mail is sent by the provider; never the key.' })
  emailSettings(@Ctx() ctx: CustomerContext): Promise<EmailSettings> {
    return settings.emailSettings(ctx);
  }

  @Mutation(() => EmailSettings, {
    description: 'Changes how mail is sent; it holds for the next mail, and for those that wait.',
  })
  saveEmailSettings(
    @Arg('input', () => EmailSettingsInput, { description: 'The sender, and a key where it is a new one.' })
    input: EmailSettingsInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<EmailSettings> {
    return settings.saveEmailSettings(ctx, input);
  }

  @Mutation(() => Answer, { description: 'Sends one mail, and says what the provider answered.' })
  sendTestEmail(
    @Arg('input', () => TestEmailInput, { description: 'Where to, and what.' }) input: TestEmailInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<Answer> {
    return settings.sendTestEmail(ctx, input);
  }

  @Query(() => EmailUsage, {
    description:
      'Returns how email is sent, and how many emails of the last 30 days were sent, delivered and failed.',
  })
  emailUsage(@Ctx() ctx: CustomerContext): Promise<EmailUsage> {
    return usage.emailUsage(ctx);
  }

  @Query(() => [MailSuppression], { description: 'Addresses that take no mail, newest first; at most 500.' })
  mailSuppressions(@Ctx() ctx: CustomerContext): Promise<MailSuppression[]> {
    return usage.mailSuppressions(ctx);
  }

  @Mutation(() => ID, { description: 'Lets mail go to an address again.' })
  removeMailSuppression(
    @Arg('id', () => ID, { description: 'One of `mailSuppressions`. It comes back as the answer.' })
    id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return usage.removeMailSuppression(ctx, id);
  }

  @Query(() => [Broadcast], { description: 'The last mails to many, newest first; at most 20.' })
  broadcasts(@Ctx() ctx: CustomerContext): Promise<Broadcast[]> {
    return broadcasts.broadcasts(ctx);
  }

  @Query(() => [BroadcastFailure], { description: 'Whom a mail to many did not reach; at most 500.' })
  broadcastFailures(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<BroadcastFailure[]> {
    return broadcasts.broadcastFailures(ctx, id);
  }

  @Query(() => String, {
    description: `Everyone a broadcast didn't reach, as CSV. ${lengthOf('GET /api/admin/broadcasts/:id/failures/csv')}`,
  })
  broadcastFailuresCsv(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return broadcasts.broadcastFailuresCsv(ctx, id);
  }

  @Mutation(() => Broadcast, {
    description:
      'Sends a mail to many again to those who are known not to have got it; never to those of whom nobody knows.',
  })
  resendBroadcast(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<Broadcast> {
    return broadcasts.resendBroadcast(ctx, id);
  }
}
