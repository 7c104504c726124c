import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import type { CustomerContext } from '#api/context.ts';
import * as service from './metrics.service.ts';
import { MonitoringSummary } from './monitoring-summary.ts';

@Authorized()
@Resolver()
export class MetricsResolver {
  @Query(() => MonitoringSummary, { description: "The dashboard's figures, from what was measured." })
  monitoringSummary(@Ctx() ctx: CustomerContext): Promise<MonitoringSummary> {
    return service.monitoringSummary(ctx);
  }
}
