import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { User } from './user.entity.ts';
import * as service from './users.service.ts';

/** What only the person and administrators are shown of somebody. */
@Resolver(() => User)
export class UsersResolver {
  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'Whether the address was confirmed; null for other people, but for administrators.',
  })
  emailVerified(@Root() user: User, @Ctx() ctx: Context): boolean | null {
    return service.isShown(ctx, user) ? !!user.emailVerifiedAt : null;
  }

  @FieldResolver(() => Boolean, {
    description: 'An administrator whose network address the security policy allows. False for other people.',
  })
  administersFromHere(@Root() user: User, @Ctx() ctx: Context): boolean {
    return service.administersFromHere(ctx, user);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the package; null for other people, but for administrators.',
  })
  packageName(@Root() user: User, @Ctx() ctx: Context): string | null {
    return service.packageName(ctx, user);
  }
}
