import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { deviceMetrics, siteMetrics, topTalkers } from './device-metrics.service.ts';
import { MetricsPeriod, SiteMetricsArgs, TopTalkersArgs } from './metrics.input.ts';
import { InternetLine } from './internet-lines.ts';
import { internetLines, promiseLineAvailability } from './internet-lines.service.ts';
import * as service from './metrics.service.ts';
import { DeviceMetrics, SiteMetrics, TopTalker, WanMetrics, MonitoringSummary } from './metrics.types.ts';
import { wanMetrics } from './wan-metrics.service.ts';

const controller = 'One of your controllers.';

@Resolver()
export class MetricsResolver {
  @Allow('read')
  @Query(() => MonitoringSummary, { description: "The dashboard's figures, from what was measured." })
  monitoringSummary(@Ctx() ctx: ViewerContext): Promise<MonitoringSummary> {
    return service.monitoringSummary(ctx);
  }

  @Allow('read')
  @Query(() => DeviceMetrics, { description: 'CPU, memory, throughput and state of one device over time.' })
  deviceMetrics(
    @Arg('controllerId', () => ID, { description: controller }) controllerId: string,
    @Arg('deviceId', () => ID, {
      description: 'An `id` of `devices`, or a MAC address of 12 upper-case hex digits as alerts have it.',
    })
    deviceId: string,
    @Args(() => MetricsPeriod) period: MetricsPeriod,
    @Ctx() ctx: ViewerContext,
  ): Promise<DeviceMetrics> {
    return deviceMetrics(ctx, controllerId, deviceId, period);
  }

  @Allow('read')
  @Query(() => SiteMetrics, {
    description: "Combined metrics of a site's devices over time: online counts, load and reachability.",
  })
  siteMetrics(
    @Arg('controllerId', () => ID, { description: controller }) controllerId: string,
    @Args(() => SiteMetricsArgs) args: SiteMetricsArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<SiteMetrics> {
    return siteMetrics(ctx, controllerId, args);
  }

  @Allow('read')
  @Query(() => WanMetrics, {
    description: "Latency and packet loss of a controller's internet lines over time.",
  })
  wanMetrics(
    @Arg('controllerId', () => ID, { description: controller }) controllerId: string,
    @Args(() => SiteMetricsArgs) args: SiteMetricsArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<WanMetrics> {
    return wanMetrics(ctx, controllerId, args);
  }

  @Allow('read')
  @Query(() => [InternetLine], {
    description:
      "A site's internet lines with their outages and availability. Empty if UniFi reports none. An outage that affects only some protocols may not show.",
  })
  internetLines(
    @Arg('controllerId', () => ID, { description: controller }) controllerId: string,
    @Arg('siteId', () => String, { description: 'A `hostId` of `sites`.' }) siteId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<InternetLine[]> {
    return internetLines(ctx, controllerId, siteId);
  }

  @Allow('manage')
  @Mutation(() => Boolean, {
    description: 'Stores the availability that a provider promises for an internet line. Always `true`.',
  })
  promiseLineAvailability(
    @Arg('id', () => ID, { description: 'An `id` of `internetLines`.' }) id: string,
    @Arg('percent', () => String, {
      nullable: true,
      description: 'Percent above 0 and up to 100, such as `99.9%`. `null` or blank removes it.',
    })
    percent: string | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<boolean> {
    return promiseLineAvailability(ctx, id, percent);
  }

  @Allow('read')
  @Query(() => [TopTalker], {
    description:
      "Devices with the most uplink traffic, highest first. Excludes gateways, which carry everyone's traffic, and devices for which UniFi reports no rate.",
  })
  topTalkers(
    @Arg('controllerId', () => ID, { description: controller }) controllerId: string,
    @Args(() => TopTalkersArgs) args: TopTalkersArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<TopTalker[]> {
    return topTalkers(ctx, controllerId, args);
  }
}
