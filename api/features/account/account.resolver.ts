import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Allow } from '#api/graphql/access.ts';
import type { Context, CustomerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { User } from '../users/user.entity.ts';
import { accountData } from './account-data.service.ts';
import {
  DeleteAccountInput,
  EmailChangeInput,
  NewEmailInput,
  ProfileInput,
  NotificationPreferencesInput,
} from './account.input.ts';
import * as service from './account.service.ts';
import { deleteAccount } from './account.service.ts';
import {
  confirmEmailChange,
  requestEmailChange,
  cancelEmailChange,
  pendingEmailChange,
  PendingEmailChange,
} from './email-change.service.ts';
import { NotificationPreferences } from './notification-preferences.entity.ts';

@Resolver()
export class AccountResolver {
  @Allow('person')
  @Mutation(() => User, { description: 'Changes your names, your company and its website.' })
  updateProfile(
    @Arg('input', () => ProfileInput, { description: 'All of your names.' }) input: ProfileInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<User> {
    return service.updateProfile(ctx, input);
  }

  @Allow('person')
  @Mutation(() => Answer, {
    description: 'Mails a link to a new address, which becomes yours when the link is opened.',
  })
  requestEmailChange(
    @Arg('input', () => NewEmailInput, { description: 'The new address, and your password.' })
    input: NewEmailInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<Answer> {
    return requestEmailChange(ctx, input);
  }

  @Allow('person')
  @Query(() => PendingEmailChange, {
    nullable: true,
    description: 'The new address that waits for its confirmation; null where none does.',
  })
  pendingEmailChange(@Ctx() ctx: CustomerContext): Promise<PendingEmailChange | null> {
    return pendingEmailChange(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description: 'Voids the link that waits in the mailbox of a new address. False where none does.',
  })
  cancelEmailChange(@Ctx() ctx: CustomerContext): Promise<boolean> {
    return cancelEmailChange(ctx);
  }

  @Mutation(() => Answer, {
    description: 'Opens the link that was mailed to a new address. Other sessions end.',
  })
  confirmEmailChange(
    @Arg('input', () => EmailChangeInput, { description: 'The token of the mailed link.' })
    input: EmailChangeInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return confirmEmailChange(ctx, input);
  }

  @Allow('person')
  @Query(() => NotificationPreferences, {
    description: 'How you want to hear of things; everything by every channel until you change it.',
  })
  notificationPreferences(@Ctx() ctx: CustomerContext): Promise<NotificationPreferences> {
    return service.notificationPreferences(ctx);
  }

  @Allow('person')
  @Mutation(() => NotificationPreferences, { description: 'Replaces your preferences as a whole.' })
  saveNotificationPreferences(
    @Arg('input', () => NotificationPreferencesInput, {
      description: 'All of them: none keeps its old value.',
    })
    input: NotificationPreferencesInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<NotificationPreferences> {
    return service.saveNotificationPreferences(ctx, input);
  }

  @Allow('person')
  @Query(() => GraphQLJSONObject, {
    description: `Everything stored about you and the teams you own, except secrets. ${lengthOf('GET /api/auth/data')}`,
  })
  accountData(@Ctx() ctx: CustomerContext): Promise<Record<string, unknown>> {
    return accountData(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description: 'Ends your account, and your own teams with all they have, for good and at once.',
  })
  deleteAccount(
    @Arg('input', () => DeleteAccountInput, {
      description: 'Your password, and a code where two factors are on.',
    })
    input: DeleteAccountInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<boolean> {
    return deleteAccount(ctx, input);
  }
}
