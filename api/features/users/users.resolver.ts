import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { User } from './user.entity.ts';
import * as service from './users.service.ts';

/** Fields that only the person and administrators can see. */
@Resolver(() => User)
export class UsersResolver {
  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether the email address is verified. `null` for other users unless you are an administrator.',
  })
  emailVerified(@Root() user: User, @Ctx() ctx: Context): boolean | null {
    return service.isShown(ctx, user) ? !!user.emailVerifiedAt : null;
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether you are an administrator at an IP address that the security policy allows. `false` for other users.',
  })
  administersFromHere(@Root() user: User, @Ctx() ctx: Context): boolean {
    return service.administersFromHere(ctx, user);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Name of the package. `null` for other users unless you are an administrator.',
  })
  packageName(@Root() user: User, @Ctx() ctx: Context): string | null {
    return service.packageName(ctx, user);
  }
}
