import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/access.ts';
import type { Context, CustomerContext } from '#api/context.ts';
import { User } from './user.entity.ts';
import { UserChanges, UserPage, UserSearch } from './user.input.ts';
import * as service from './users.service.ts';

@Resolver(() => User)
export class UsersResolver {
  @Allow('admin')
  @Query(() => [User], { description: 'Everybody with an account, newest first.' })
  users(@Args(() => UserPage) page: UserPage, @Ctx() ctx: Context): Promise<User[]> {
    return service.users(ctx, page);
  }

  @Allow('admin')
  @Query(() => Int, { description: 'How many people there are, or how many a search finds.' })
  userCount(@Args(() => UserSearch) { search }: UserSearch, @Ctx() ctx: Context): Promise<number> {
    return service.userCount(ctx, search);
  }

  @Allow('admin')
  @Query(() => User, { description: 'One person, whoever they are.' })
  user(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<User> {
    return service.user(ctx, id);
  }

  @Allow('admin')
  @Mutation(() => User, {
    description:
      'Refused where it would touch a super administrator without being one, or yourself. ' +
      'Suspension and another role end the sessions of the person at once.',
  })
  updateUser(
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UserChanges) input: UserChanges,
    @Ctx() ctx: CustomerContext,
  ): Promise<User> {
    return service.updateUser(ctx, id, input);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'Whether the address was confirmed; null for other people, but for administrators.',
  })
  emailVerified(@Root() user: User, @Ctx() ctx: Context): boolean | null {
    return service.isShown(ctx, user) ? !!user.emailVerifiedAt : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the package; null for other people, but for administrators.',
  })
  packageName(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return service.packageName(ctx, user);
  }
}
