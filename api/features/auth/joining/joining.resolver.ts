import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { PasswordPolicy } from '#api/features/security/password-policy.ts';
import { MailedLinkInfo, LinkPurpose } from './mailed-link.entity.ts';
import { EmailInput, LinkInput, ResetPasswordInput, RegisterInput } from '../auth.input.ts';
import * as passwords from '../sign-in/password.service.ts';
import * as registration from './registration.service.ts';

/** From a stranger to somebody who may sign in. Every field is for visitors and tells nobody who has an account. */
@Resolver()
export class JoiningResolver {
  @Mutation(() => Answer, { description: 'Makes an account with a team and a trial; verified by mail.' })
  register(
    @Arg('input', () => RegisterInput, { description: 'The form of /register.' }) input: RegisterInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return registration.register(ctx, input);
  }

  @Mutation(() => Answer, {
    description: 'Confirms the address of an account by the link of a verification mail.',
  })
  verifyEmail(
    @Arg('input', () => LinkInput, { description: 'The token of a verification mail.' }) input: LinkInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return registration.verifyEmail(ctx, input);
  }

  @Mutation(() => Answer, { description: 'Mails a new verification link, if one is due.' })
  resendVerification(
    @Arg('input', () => EmailInput, { description: 'The address of the account.' }) input: EmailInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return registration.resendVerification(ctx, input);
  }

  @Mutation(() => Answer, { description: 'Mails a link to choose a new password, if there is an account.' })
  requestPasswordReset(
    @Arg('input', () => EmailInput, { description: 'The address of the account.' }) input: EmailInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return passwords.requestPasswordReset(ctx, input);
  }

  @Mutation(() => Answer, {
    description: 'Sets a new password by a mailed link and ends every session. Signs nobody in.',
  })
  resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'The token and the new password.' })
    input: ResetPasswordInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return passwords.resetPassword(ctx, input);
  }

  @Query(() => MailedLinkInfo, { description: 'What a mailed link is worth now. It is not used by asking.' })
  mailedLink(
    @Arg('purpose', () => LinkPurpose, { description: 'What the link is to be good for.' })
    purpose: LinkPurpose,
    @Arg('token', () => String, { description: 'From the address of the link.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<MailedLinkInfo> {
    return registration.mailedLink(ctx, purpose, token);
  }

  @Query(() => PasswordPolicy, { description: 'What a new password needs.' })
  passwordPolicy(@Ctx() ctx: Context): Promise<PasswordPolicy> {
    return passwords.passwordPolicy(ctx);
  }
}
