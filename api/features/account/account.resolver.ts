import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
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
  @Mutation(() => User, { description: 'Updates your name, company and company website.' })
  updateProfile(
    @Arg('input', () => ProfileInput, { description: 'Your profile.' }) input: ProfileInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<User> {
    return service.updateProfile(ctx, input);
  }

  @Allow('person')
  @Mutation(() => Answer, {
    description: 'Emails a confirmation link to a new address. The address changes when the link is opened.',
  })
  requestEmailChange(
    @Arg('input', () => NewEmailInput, { description: 'New address, and your password.' })
    input: NewEmailInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Answer> {
    return requestEmailChange(ctx, input);
  }

  @Allow('person')
  @Query(() => PendingEmailChange, {
    nullable: true,
    description: 'Email address change that has not been confirmed yet. `null` if there is none.',
  })
  pendingEmailChange(@Ctx() ctx: ViewerContext): Promise<PendingEmailChange | null> {
    return pendingEmailChange(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description: 'Cancels a pending email address change. Returns `false` if there was none.',
  })
  cancelEmailChange(@Ctx() ctx: ViewerContext): Promise<boolean> {
    return cancelEmailChange(ctx);
  }

  @Mutation(() => Answer, {
    description: 'Confirms a new address and ends other sessions.',
  })
  confirmEmailChange(
    @Arg('input', () => EmailChangeInput, { description: 'Token of the confirmation link.' })
    input: EmailChangeInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return confirmEmailChange(ctx, input);
  }

  @Allow('person')
  @Query(() => NotificationPreferences, {
    description: 'Your notification preferences. By default you receive everything on every channel.',
  })
  notificationPreferences(@Ctx() ctx: ViewerContext): Promise<NotificationPreferences> {
    return service.notificationPreferences(ctx);
  }

  @Allow('person')
  @Mutation(() => NotificationPreferences, { description: 'Replaces all of your notification preferences.' })
  saveNotificationPreferences(
    @Arg('input', () => NotificationPreferencesInput, {
      description: 'All preferences. None keeps its old value.',
    })
    input: NotificationPreferencesInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<NotificationPreferences> {
    return service.saveNotificationPreferences(ctx, input);
  }

  @Allow('person')
  @Query(() => GraphQLJSONObject, {
    description: `Everything stored about you and the teams you own, except secrets. ${lengthOf('GET /api/auth/data')}`,
  })
  accountData(@Ctx() ctx: ViewerContext): Promise<Record<string, unknown>> {
    return accountData(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description:
      'Permanently deletes your account and the teams that you are the only member of, with all their data. Takes effect immediately.',
  })
  deleteAccount(
    @Arg('input', () => DeleteAccountInput, {
      description: 'Your password, and a code if two-factor authentication is on.',
    })
    input: DeleteAccountInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<boolean> {
    return deleteAccount(ctx, input);
  }
}
