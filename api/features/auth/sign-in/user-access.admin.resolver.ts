import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Lockout, UserAccess } from '../auth-results.ts';
import * as service from './user-access.service.ts';

@Allow('admin')
@Resolver()
export class UserAccessAdminResolver {
  @Query(() => UserAccess, {
    description: "Returns a user's sessions, sign-in failures and two-factor status.",
  })
  userAccess(
    @Arg('id', () => ID, { description: 'ID of any user.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<UserAccess> {
    return service.userAccess(ctx, id);
  }

  @Query(() => [Lockout], { description: 'Returns the accounts that are locked, longest locked first.' })
  lockouts(@Ctx() ctx: ViewerContext): Promise<Lockout[]> {
    return service.lockouts(ctx);
  }

  @Mutation(() => Int, { description: 'Ends all sessions of a user. Returns the number of ended sessions.' })
  endUserSessions(
    @Arg('id', () => ID, { description: 'ID of any user.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<number> {
    return service.endUserSessions(ctx, id);
  }

  @Mutation(() => Boolean, {
    description: 'Clears the lockout of a user for passwords and verification codes.',
  })
  clearLockout(
    @Arg('id', () => ID, { description: 'ID of the locked-out user.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<boolean> {
    return service.clearUserLockout(ctx, id);
  }

  @Mutation(() => Boolean, {
    description:
      'Turns off two-factor authentication for a user who has lost access to it, and ends their sessions.',
  })
  resetTwoFactor(
    @Arg('id', () => ID, { description: 'ID of the user.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<boolean> {
    return service.resetTwoFactor(ctx, id);
  }
}
