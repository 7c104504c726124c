import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { Broadcast } from './broadcast.entity.ts';
import { BroadcastFailure } from './broadcast-failure.ts';
import * as service from './broadcasts.service.ts';

@Allow('admin')
@Resolver()
export class BroadcastsAdminResolver {
  @Query(() => [Broadcast], { description: 'The last mails to many, newest first; at most 20.' })
  broadcasts(@Ctx() ctx: CustomerContext): Promise<Broadcast[]> {
    return service.broadcasts(ctx);
  }

  @Query(() => [BroadcastFailure], { description: 'Whom a mail to many did not reach; at most 500.' })
  broadcastFailures(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<BroadcastFailure[]> {
    return service.broadcastFailures(ctx, id);
  }

  @Query(() => String, {
    description: `Everyone a broadcast didn't reach, as CSV. ${lengthOf('GET /api/admin/broadcasts/:id/failures/csv')}`,
  })
  broadcastFailuresCsv(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.broadcastFailuresCsv(ctx, id);
  }

  @Mutation(() => Broadcast, {
    description:
      'Sends a mail to many again to those who are known not to have got it; never to those of whom nobody knows.',
  })
  resendBroadcast(
    @Arg('id', () => ID, { description: 'One of `broadcasts`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<Broadcast> {
    return service.resendBroadcast(ctx, id);
  }
}
