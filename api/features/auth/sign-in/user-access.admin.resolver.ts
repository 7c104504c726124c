import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Lockout, UserAccess } from '../auth-results.ts';
import * as service from './user-access.service.ts';

@Allow('admin')
@Resolver()
export class UserAccessAdminResolver {
  @Query(() => UserAccess, { description: 'How a person signs in: sessions, failures, second factor.' })
  userAccess(
    @Arg('id', () => ID, { description: 'Of anybody with an account.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<UserAccess> {
    return service.userAccess(ctx, id);
  }

  @Query(() => [Lockout], { description: 'The accounts that are locked now, the longest locked first.' })
  lockouts(@Ctx() ctx: CustomerContext): Promise<Lockout[]> {
    return service.lockouts(ctx);
  }

  @Mutation(() => Int, { description: 'Ends every session of a person. Says how many ended.' })
  endUserSessions(
    @Arg('id', () => ID, { description: 'Of anybody with an account.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<number> {
    return service.endUserSessions(ctx, id);
  }

  @Mutation(() => Boolean, { description: 'Lets a person try again: passwords and verification codes.' })
  clearLockout(
    @Arg('id', () => ID, { description: 'Of the person who is locked out.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<boolean> {
    return service.clearUserLockout(ctx, id);
  }

  @Mutation(() => Boolean, {
    description: 'Turns off the second factor of somebody who lost it, and ends their sessions.',
  })
  resetTwoFactor(
    @Arg('id', () => ID, { description: 'Of the person who lost it.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<boolean> {
    return service.resetTwoFactor(ctx, id);
  }
}
