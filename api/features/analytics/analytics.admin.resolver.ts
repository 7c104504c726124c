import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { AdminStats, Analytics, CustomerFigures, CustomerFiguresArgs, PeriodArgs } from './analytics.ts';
import * as stats from './analytics.service.ts';
import * as service from './analytics.service.ts';
import * as customers from './analytics.service.ts';

@Allow('admin')
@Resolver()
export class AnalyticsAdminResolver {
  @Query(() => AdminStats, { description: 'Figures of the whole platform as it stands.' })
  adminStats(@Ctx() ctx: ViewerContext): Promise<AdminStats> {
    return stats.adminStats(ctx);
  }

  @Query(() => Analytics, {
    description: 'Figures of the whole platform over a period, and each of its days.',
  })
  analytics(@Args(() => PeriodArgs) args: PeriodArgs, @Ctx() ctx: ViewerContext): Promise<Analytics> {
    return service.analytics(ctx, args);
  }

  @Query(() => [CustomerFigures], {
    description: 'Figures of a period by customer.',
  })
  customerFigures(
    @Args(() => CustomerFiguresArgs) args: CustomerFiguresArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<CustomerFigures[]> {
    return customers.customerFigures(ctx, args);
  }
}
