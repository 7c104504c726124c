import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { TwoFactorChange, TwoFactorSetup, TwoFactorStatus } from '../auth-results.ts';
import * as service from './two-factor.service.ts';

const PasswordArg = () =>
  Arg('password', () => String, {
    nullable: true,
    description: 'Needed when your session was begun more than 15 minutes ago.',
  });

@Resolver()
export class TwoFactorResolver {
  @Allow('enter')
  @Query(() => TwoFactorStatus, {
    description: 'How your second factor stands, and whether the operator demands one.',
  })
  twoFactor(@Ctx() ctx: CustomerContext): Promise<TwoFactorStatus> {
    return service.twoFactorStatus(ctx);
  }

  @Allow('enter')
  @Mutation(() => TwoFactorSetup, {
    description:
      'Begins to set up a second factor. Asked again in the same session it shows the same key until a code confirms it.',
  })
  twoFactorSetup(@Ctx() ctx: CustomerContext): Promise<TwoFactorSetup> {
    return service.twoFactorSetup(ctx);
  }

  @Allow('enter')
  @Mutation(() => TwoFactorChange, {
    description:
      'Ends a set-up with a first code of the app. Your other sessions end: they were begun without one.',
  })
  enableTwoFactor(
    @Arg('code', () => String, { description: 'The 6 digits that the app shows now.' }) code: string,
    @PasswordArg() password: string | null | undefined,
    @Ctx() ctx: CustomerContext,
  ): Promise<TwoFactorChange> {
    return service.enableTwoFactor(ctx, { code, password });
  }

  @Allow('person')
  @Mutation(() => TwoFactorChange, {
    description: 'Turns your second factor off. Takes a code of the app or a recovery code.',
  })
  disableTwoFactor(
    @Arg('code', () => String, { description: 'The 6 digits that the app shows now, or a recovery code.' })
    code: string,
    @PasswordArg() password: string | null | undefined,
    @Ctx() ctx: CustomerContext,
  ): Promise<TwoFactorChange> {
    return service.disableTwoFactor(ctx, { code, password });
  }

  @Allow('person')
  @Mutation(() => TwoFactorChange, {
    description:
      'Makes ten new recovery codes and voids the old ones. Takes a code of the app or a recovery code.',
  })
  renewRecoveryCodes(
    @Arg('code', () => String, { description: 'The 6 digits that the app shows now, or a recovery code.' })
    code: string,
    @PasswordArg() password: string | null | undefined,
    @Ctx() ctx: CustomerContext,
  ): Promise<TwoFactorChange> {
    return service.renewRecoveryCodes(ctx, { code, password });
  }
}
