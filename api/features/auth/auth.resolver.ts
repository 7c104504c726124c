import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';
import { confirmIdentity } from './sign-in/reauthenticate.store.ts';
import { changePassword } from './sign-in/password.service.ts';
import { ChangePasswordInput, ConfirmIdentityInput, SignInInput } from './auth.input.ts';
import * as sessions from './session/sessions.service.ts';
import { SignedInSession, SignInResult } from './auth-results.ts';
import { signIn } from './sign-in/sign-in.service.ts';

@Resolver(() => User)
export class AuthResolver {
  @Allow('enter')
  @Query(() => User, { description: 'Returns the signed-in user.' })
  me(@Ctx() ctx: ViewerContext): User {
    return ctx.viewer.user;
  }

  @FieldResolver(() => Team, {
    nullable: true,
    description: 'Your current team. `null` for other users.',
  })
  team(@Root() user: User, @Ctx() ctx: Context): Team | null {
    return ctx.viewer?.user.id === user.id ? ctx.viewer.team : null;
  }

  @FieldResolver(() => TeamRole, {
    nullable: true,
    description: 'Your role in that team. `null` for other users.',
  })
  teamRole(@Root() user: User, @Ctx() ctx: Context): TeamRole | null {
    return ctx.viewer?.user.id === user.id ? ctx.viewer.teamRole : null;
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether you must set up two-factor authentication before doing anything else. `false` for other users.',
  })
  mustSetUpTwoFactor(@Root() user: User, @Ctx() ctx: Context): boolean {
    return ctx.viewer?.user.id === user.id && ctx.viewer.mustSetUpTwoFactor;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Minutes of inactivity after which your session ends. `null` for other users.',
  })
  sessionTimeout(@Root() user: User, @Ctx() ctx: Context): number | null {
    return ctx.viewer?.user.id === user.id ? ctx.viewer.sessionTimeout : null;
  }

  @Mutation(() => SignInResult, { description: 'Starts a session, or requests a two-factor code first.' })
  signIn(
    @Arg('input', () => SignInInput, {
      description: 'Email address and password, and a code if one is required.',
    })
    input: SignInInput,
    @Ctx() ctx: Context,
  ): Promise<SignInResult> {
    return signIn(ctx, input);
  }

  @Allow('enter')
  @Mutation(() => Boolean, { description: 'Ends the current session and closes its live connections.' })
  signOut(@Ctx() ctx: ViewerContext): Promise<boolean> {
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
    @Ctx() ctx: ViewerContext,
  ): Promise<boolean> {
    return confirmIdentity(ctx, input);
  }

  @Allow('person')
  @Mutation(() => Answer, {
    description:
      'Changes your password. Ends your other sessions and invalidates links that were emailed to you.',
  })
  changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'Current and new password.' })
    input: ChangePasswordInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Answer> {
    return changePassword(ctx, input);
  }

  @Allow('person')
  @Query(() => [SignedInSession], {
    description: 'Returns your active sessions, most recently active first.',
  })
  sessions(@Ctx() ctx: ViewerContext): Promise<SignedInSession[]> {
    return sessions.sessions(ctx);
  }

  @Allow('person')
  @Mutation(() => ID, { description: 'Ends one of your sessions and closes its live connections.' })
  endSession(
    @Arg('id', () => ID, { description: 'ID of one of your `sessions`. The mutation returns it.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return sessions.endSession(ctx, id);
  }

  @Allow('person')
  @Mutation(() => Int, {
    description: 'Ends all of your sessions except the current one. Returns the number of ended sessions.',
  })
  endOtherSessions(@Ctx() ctx: ViewerContext): Promise<number> {
    return sessions.endOtherSessions(ctx);
  }

  @Allow('enter')
  @Mutation(() => Boolean, {
    description: 'Reports user activity, which restarts the idle time of the session.',
  })
  extendSession(@Ctx() ctx: ViewerContext): Promise<boolean> {
    return sessions.extendSession(ctx);
  }
}
