import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/access.ts';
import type { CustomerContext } from '#api/context.ts';
import * as service from './metrics.service.ts';
import { MonitoringSummary } from './monitoring-summary.ts';

@Resolver()
export class MetricsResolver {
  @Allow('read')
  @Query(() => MonitoringSummary, { description: "The dashboard's figures, from what was measured." })
  monitoringSummary(@Ctx() ctx: CustomerContext): Promise<MonitoringSummary> {
    return service.monitoringSummary(ctx);
  }
}
