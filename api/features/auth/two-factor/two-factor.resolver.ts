import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { TwoFactorChange, TwoFactorSetup, TwoFactorStatus } from '../auth-results.ts';
import * as service from './two-factor.service.ts';

const PasswordArg = () =>
  Arg('password', () => String, {
    nullable: true,
    description: 'Password. Required if you signed in more than 15 minutes ago.',
  });

@Resolver()
export class TwoFactorResolver {
  @Allow('enter')
  @Query(() => TwoFactorStatus, {
    description:
      'Returns the status of your two-factor authentication, and whether the security policy requires it.',
  })
  twoFactor(@Ctx() ctx: ViewerContext): Promise<TwoFactorStatus> {
    return service.twoFactorStatus(ctx);
  }

  @Allow('enter')
  @Mutation(() => TwoFactorSetup, {
    description:
      'Starts setting up two-factor authentication. Repeated calls in the same session return the same key until a code confirms it.',
  })
  twoFactorSetup(@Ctx() ctx: ViewerContext): Promise<TwoFactorSetup> {
    return service.twoFactorSetup(ctx);
  }

  @Allow('enter')
  @Mutation(() => TwoFactorChange, {
    description:
      'Turns on two-factor authentication with a first code from the app. Your other sessions end, because they signed in without a code.',
  })
  enableTwoFactor(
    @Arg('code', () => String, { description: 'Current 6-digit code from the app.' }) code: string,
    @PasswordArg() password: string | null | undefined,
    @Ctx() ctx: ViewerContext,
  ): Promise<TwoFactorChange> {
    return service.enableTwoFactor(ctx, { code, password });
  }

  @Allow('person')
  @Mutation(() => TwoFactorChange, {
    description: 'Turns off two-factor authentication.',
  })
  disableTwoFactor(
    @Arg('code', () => String, { description: 'Current 6-digit code from the app, or a recovery code.' })
    code: string,
    @PasswordArg() password: string | null | undefined,
    @Ctx() ctx: ViewerContext,
  ): Promise<TwoFactorChange> {
    return service.disableTwoFactor(ctx, { code, password });
  }

  @Allow('person')
  @Mutation(() => TwoFactorChange, {
    description: 'Generates ten new recovery codes and invalidates the existing ones.',
  })
  regenerateRecoveryCodes(
    @Arg('code', () => String, { description: 'Current 6-digit code from the app, or a recovery code.' })
    code: string,
    @PasswordArg() password: string | null | undefined,
    @Ctx() ctx: ViewerContext,
  ): Promise<TwoFactorChange> {
    return service.regenerateRecoveryCodes(ctx, { code, password });
  }
}
