import { Arg, Args, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { User } from './user.entity.ts';
import { UserOrder, UserPage, UserSearch, UserChanges } from './users.input.ts';
import * as service from './users.service.ts';

@Allow('admin')
@Resolver()
export class UsersAdminResolver {
  @Query(() => [User], {
    description: `Returns users, all or those that match a search, newest first. Without \`first\`, ${lengthOf('GET /api/admin/users', 'list')}`,
  })
  users(@Args(() => UserPage) page: UserPage, @Ctx() ctx: Context): Promise<User[]> {
    return service.users(ctx, page);
  }

  @Query(() => Int, { description: 'Returns the number of users, all or those that match a search.' })
  userCount(@Args(() => UserSearch) search: UserSearch, @Ctx() ctx: Context): Promise<number> {
    return service.userCount(ctx, search);
  }

  @Query(() => String, {
    description: `Returns users as CSV, all or those that match a search. ${lengthOf('GET /api/admin/users/csv')}`,
  })
  usersCsv(@Args(() => UserOrder) order: UserOrder, @Ctx() ctx: Context): Promise<string> {
    return service.usersCsv(ctx, order);
  }

  @Query(() => User, { description: 'Returns any user by ID.' })
  user(
    @Arg('id', () => ID, { description: 'ID of any user.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<User> {
    return service.user(ctx, id);
  }

  @Mutation(() => User, {
    description:
      "Updates a user. You can't change yourself, and only super administrators can change super administrators. Suspending a user or changing their role ends their sessions immediately.",
  })
  updateUser(
    @Arg('id', () => ID, { description: 'ID of any user.' }) id: string,
    @Arg('input', () => UserChanges, { description: 'Fields to change. Omitted fields keep their value.' })
    input: UserChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<User> {
    return service.updateUser(ctx, id, input);
  }
}
