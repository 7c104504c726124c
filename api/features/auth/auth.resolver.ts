import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, CustomerContext } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';
import { confirmIdentity } from './sign-in/confirm-person.store.ts';
import { changePassword } from './sign-in/password.service.ts';
import { ChangePasswordInput, ConfirmIdentityInput, SignInInput } from './auth.input.ts';
import * as sessions from './session/sessions.service.ts';
import { SignedInSession, SignInResult } from './auth-results.ts';
import { signIn } from './sign-in/sign-in.service.ts';

@Resolver(() => User)
export class AuthResolver {
  @Allow('enter')
  @Query(() => User, { description: 'The person who is signed in.' })
  me(@Ctx() ctx: CustomerContext): User {
    return ctx.viewer.user;
  }

  @FieldResolver(() => Team, {
    nullable: true,
    description: 'The team you are looking at; null for other people.',
  })
  team(@Root() user: User, @Ctx() ctx: Context): Team | null {
    return ctx.viewer?.user.id === user.id ? ctx.viewer.team : null;
  }

  @FieldResolver(() => TeamRole, {
    nullable: true,
    description: 'What you may do in that team; null for other people.',
  })
  teamRole(@Root() user: User, @Ctx() ctx: Context): TeamRole | null {
    return ctx.viewer?.user.id === user.id ? ctx.viewer.teamRole : null;
  }

  @FieldResolver(() => Boolean, {
    description: 'You have to set up a second factor before anything else. False for other people.',
  })
  mustSetUpTwoFactor(@Root() user: User, @Ctx() ctx: Context): boolean {
    return ctx.viewer?.user.id === user.id && ctx.viewer.mustSetUpTwoFactor;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Minutes without a sign of you after which your session ends; null for other people.',
  })
  sessionTimeout(@Root() user: User, @Ctx() ctx: Context): number | null {
    return ctx.viewer?.user.id === user.id ? ctx.viewer.sessionTimeout : null;
  }

  @Mutation(() => SignInResult, { description: 'Begins a session, or asks for a code first.' })
  signIn(
    @Arg('input', () => SignInInput, {
      description: 'Address and password, and a code where one is demanded.',
    })
    input: SignInInput,
    @Ctx() ctx: Context,
  ): Promise<SignInResult> {
    return signIn(ctx, input);
  }

  @Allow('enter')
  @Mutation(() => Boolean, { description: 'Ends the session everywhere, live connections included.' })
  signOut(@Ctx() ctx: CustomerContext): Promise<boolean> {
    return sessions.signOut(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description:
      'Confirms who you are for 15 minutes. Without it, sensitive changes fail with `UNAUTHORIZED` and the reason `confirm_identity`.',
  })
  confirmIdentity(
    @Arg('input', () => ConfirmIdentityInput, { description: 'Your password, or a code.' })
    input: ConfirmIdentityInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<boolean> {
    return confirmIdentity(ctx, input);
  }

  @Allow('person')
  @Mutation(() => Answer, {
    description:
      'Gives your account another password. Ends your other sessions and voids the links that were mailed to you.',
  })
  changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'The old password and the new one.' })
    input: ChangePasswordInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<Answer> {
    return changePassword(ctx, input);
  }

  @Allow('person')
  @Query(() => [SignedInSession], { description: 'Where you are signed in, the latest seen first.' })
  sessions(@Ctx() ctx: CustomerContext): Promise<SignedInSession[]> {
    return sessions.sessions(ctx);
  }

  @Allow('person')
  @Mutation(() => ID, { description: 'Ends one of your sessions, its live connections included.' })
  endSession(
    @Arg('id', () => ID, { description: 'One of `sessions`. It comes back as the answer.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return sessions.endSession(ctx, id);
  }

  @Allow('person')
  @Mutation(() => Int, {
    description: 'Ends every session of yours but the one that asks. Says how many ended.',
  })
  endOtherSessions(@Ctx() ctx: CustomerContext): Promise<number> {
    return sessions.endOtherSessions(ctx);
  }

  @Allow('enter')
  @Mutation(() => Boolean, { description: 'Says that somebody is at the screen: the idle time starts anew.' })
  keepSession(@Ctx() ctx: CustomerContext): Promise<boolean> {
    return sessions.keepSession(ctx);
  }
}
