import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { PasswordPolicy } from '#api/features/security/password-policy.ts';
import { EmailLinkInfo, LinkPurpose } from './email-link.entity.ts';
import { EmailInput, LinkInput, ResetPasswordInput, RegisterInput } from '../auth.input.ts';
import * as passwords from '../sign-in/password.service.ts';
import * as registration from './registration.service.ts';

/** Registration and account recovery. Every field is public and reveals nothing about who has an account. */
@Resolver()
export class RegistrationResolver {
  @Mutation(() => Answer, {
    description: 'Creates an account with a team and a trial, and emails a verification link.',
  })
  register(
    @Arg('input', () => RegisterInput, { description: 'Fields of the registration form.' })
    input: RegisterInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return registration.register(ctx, input);
  }

  @Mutation(() => Answer, {
    description: 'Verifies the email address of an account with an emailed link.',
  })
  verifyEmail(
    @Arg('input', () => LinkInput, { description: 'Token from a verification email.' }) input: LinkInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return registration.verifyEmail(ctx, input);
  }

  @Mutation(() => Answer, {
    description: 'Emails a new verification link if the address is waiting for one.',
  })
  resendVerification(
    @Arg('input', () => EmailInput, { description: 'Email address of the account.' }) input: EmailInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return registration.resendVerification(ctx, input);
  }

  @Mutation(() => Answer, { description: 'Emails a password reset link if the address has an account.' })
  requestPasswordReset(
    @Arg('input', () => EmailInput, { description: 'Email address of the account.' }) input: EmailInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return passwords.requestPasswordReset(ctx, input);
  }

  @Mutation(() => Answer, {
    description: 'Sets a new password with an emailed link and ends all sessions. Does not sign the user in.',
  })
  resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'Token and new password.' })
    input: ResetPasswordInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return passwords.resetPassword(ctx, input);
  }

  @Query(() => EmailLinkInfo, {
    description: 'Returns the current status of an emailed link, without using it.',
  })
  emailLink(
    @Arg('purpose', () => LinkPurpose, { description: 'Purpose of the link.' })
    purpose: LinkPurpose,
    @Arg('token', () => String, { description: 'Token from the URL of the link.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<EmailLinkInfo> {
    return registration.emailLink(ctx, purpose, token);
  }

  @Query(() => PasswordPolicy, { description: 'Returns the requirements for new passwords.' })
  passwordPolicy(@Ctx() ctx: Context): Promise<PasswordPolicy> {
    return passwords.passwordPolicy(ctx);
  }
}
