import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { OperatorAttention } from './attention.service.ts';
import * as service from './attention.service.ts';

@Allow('admin')
@Resolver()
export class AttentionAdminResolver {
  @Query(() => OperatorAttention, {
    description: 'Counts what waits for an operator: messages, payments, the waitlist and late readings.',
  })
  operatorAttention(@Ctx() ctx: ViewerContext): Promise<OperatorAttention> {
    return service.operatorAttention(ctx);
  }
}
