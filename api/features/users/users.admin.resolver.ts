import { Arg, Args, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, CustomerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { User } from './user.entity.ts';
import { UserOrder, UserPage, UserSearch, UserChanges } from './users.input.ts';
import * as service from './users.service.ts';

@Allow('admin')
@Resolver()
export class UsersAdminResolver {
  @Query(() => [User], {
    description: `People with an account, all of them or those a search finds, newest first. Without \`first\`, ${lengthOf('GET /api/admin/users', 'list')}`,
  })
  users(@Args(() => UserPage) page: UserPage, @Ctx() ctx: Context): Promise<User[]> {
    return service.users(ctx, page);
  }

  @Query(() => Int, { description: 'How many people there are, or how many are found.' })
  userCount(@Args(() => UserSearch) search: UserSearch, @Ctx() ctx: Context): Promise<number> {
    return service.userCount(ctx, search);
  }

  @Query(() => String, {
    description: `People with an account as CSV, all of them or those a search finds. ${lengthOf('GET /api/admin/users/csv')}`,
  })
  usersCsv(@Args(() => UserOrder) order: UserOrder, @Ctx() ctx: Context): Promise<string> {
    return service.usersCsv(ctx, order);
  }

  @Query(() => User, { description: 'One person, whoever they are.' })
  user(
    @Arg('id', () => ID, { description: 'Of anybody with an account.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<User> {
    return service.user(ctx, id);
  }

  @Mutation(() => User, {
    description:
      'Changes a person. Refused where it would touch a super administrator without being one, or yourself. Suspension and another role end the sessions of the person at once.',
  })
  updateUser(
    @Arg('id', () => ID, { description: 'Of anybody with an account.' }) id: string,
    @Arg('input', () => UserChanges, { description: 'What to change; absent fields stay as they are.' })
    input: UserChanges,
    @Ctx() ctx: CustomerContext,
  ): Promise<User> {
    return service.updateUser(ctx, id, input);
  }
}
