import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Device } from '../controllers/device.entity.ts';
import { maxPoints, rawDays } from './series.ts';

const column = { nullable: 'items' } as const;

/** A period in points of equal length. */
@ObjectType()
abstract class Points {
  @Field(() => GraphQLISODateTime, {
    description:
      'Start of the first point: the requested time, limited to stored history and rounded to whole points.',
  })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'End of the last point.' })
  until!: Date;

  @Field(() => Int, {
    description: `Seconds covered by one point. Chosen so that there are at most ${maxPoints} points.`,
  })
  bucketSeconds!: number;

  @Field(() => [GraphQLISODateTime], {
    description: 'Start time of each point. The other lists have one value for each, in the same order.',
  })
  at!: Date[];
}

@ObjectType({
  description:
    "Metrics of one device over time. Values are `null` if the reading failed, there was none, or UniFi didn't report it.",
})
export class DeviceMetrics extends Points {
  @Field(() => Device, { description: 'The device.' })
  device!: Device;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: `Latest reading with data about it, regardless of the requested period. \`null\` if there was none in the last ${rawDays} days.`,
  })
  measuredUntil!: Date | null;

  @Field(() => [Float], { ...column, description: 'CPU, 0 to 100, on average.' })
  cpuPercent!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'CPU, 0 to 100, the highest.' })
  cpuPeakPercent!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'Memory, 0 to 100, on average.' })
  memoryPercent!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'Memory, 0 to 100, the highest.' })
  memoryPeakPercent!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'Free space of the fullest volume, 0 to 100, the least.' })
  diskFreePercent!: (number | null)[];

  @Field(() => [Float], {
    ...column,
    description:
      'Uplink, receive and transmit together, bits per second, on average of the moments of reading. A peak in between is not seen.',
  })
  uplinkBps!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'The same, the highest.' })
  uplinkPeakBps!: (number | null)[];

  @Field(() => [Float], {
    ...column,
    description: "Percentage of the time it was online, 0 to 100. Unknown time isn't counted.",
  })
  onlinePercent!: (number | null)[];

  @Field(() => Float, {
    nullable: true,
    description:
      "The same for the whole period: seconds online ÷ seconds online, offline or impaired. Time when its state was unknown, or when it was updating or restarting, isn't counted. `null` if its state was never known.",
  })
  uptimePercent!: number | null;
}

@ObjectType({ description: 'An uninterrupted period in which a site was either reachable or unreachable.' })
export class ReachabilitySpan {
  @Field(() => GraphQLISODateTime, { description: 'Start of the interval, or of the requested period.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, {
    description: 'End of the interval, or the latest reading if it continues.',
  })
  until!: Date;

  @Field({ description: "ID of the console. Empty if the controller itself couldn't be read." })
  siteId!: string;

  @Field({
    description:
      'Whether the console responded, so that the states of its devices were known. There were no readings between two intervals.',
  })
  seen!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Why it was unreachable, or what couldn't be read. `null` if everything was read.",
  })
  problem!: string | null;
}

@ObjectType({
  description:
    "Combined metrics of a site's devices over time. Values that weren't measured are `null`, never 0.",
})
export class SiteMetrics extends Points {
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: `Latest reading with data about any device. \`null\` if there was none in the last ${rawDays} days.`,
  })
  measuredUntil!: Date | null;

  @Field(() => [Float], { ...column, description: 'Devices that were online, on average.' })
  online!: (number | null)[];

  @Field(() => [Float], {
    ...column,
    description: 'Average number of devices that were offline or impaired.',
  })
  offline!: (number | null)[];

  @Field(() => [Float], {
    ...column,
    description: 'Average CPU usage of the devices that report it, 0 to 100.',
  })
  cpuPercent!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'CPU of the busiest device, 0 to 100.' })
  cpuPeakPercent!: (number | null)[];

  @Field(() => [Float], {
    ...column,
    description: 'Average memory usage of the devices that report it, 0 to 100.',
  })
  memoryPercent!: (number | null)[];

  @Field(() => [Float], {
    ...column,
    description:
      'Over the gateways, receive and transmit together, bits per second, on average of the moments of reading.',
  })
  uplinkBps!: (number | null)[];

  @Field(() => [ReachabilitySpan], {
    description: 'When the site could be seen, and why not, in the order of time.',
  })
  reachability!: ReachabilitySpan[];

  @Field(() => Float, {
    nullable: true,
    description:
      "Uptime of all devices together, 0 to 100: seconds online ÷ seconds online, offline or impaired. Time when nothing was read, UniFi didn't answer or the console was offline isn't counted. `null` if nothing was known.",
  })
  uptimePercent!: number | null;
}

@ObjectType({
  description: "An internet line, measured by UniFi's cloud. Values are `null` if nothing was measured.",
})
export class WanSeries {
  @Field(() => ID, { description: "Our own UUID. Stays the same for the controller's lifetime." })
  id!: string;

  @Field({ description: 'The site that it is at: a `hostId`.' })
  siteId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "`WAN` or `WAN2`. `null` for measurements of a site that can't be attributed to one of its lines, e.g. because both have the same provider.",
  })
  line!: string | null;

  @Field(() => String, { nullable: true, description: 'Internet provider. `null` if UniFi reports none.' })
  ispName!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: `End of the latest five-minute measurement. \`null\` if there was none in the last ${rawDays} days.`,
  })
  measuredUntil!: Date | null;

  @Field(() => [Float], { ...column, description: 'Latency in milliseconds, on average.' })
  latencyMs!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'Latency in milliseconds, the highest.' })
  latencyPeakMs!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'Packets that were lost, 0 to 100.' })
  lossPercent!: (number | null)[];
}

@ObjectType({
  description:
    "Latency and packet loss of a controller's internet lines over time. UniFi's cloud measures them every five minutes.",
})
export class WanMetrics extends Points {
  @Field(() => [WanSeries], { description: 'Each line that was ever measured.' })
  lines!: WanSeries[];

  @Field(() => String, {
    nullable: true,
    description:
      "Why there is no new data, e.g. because UniFi doesn't offer it for this account. `null` if there is.",
  })
  problem!: string | null;
}

@ObjectType({ description: 'Uplink traffic of a device.' })
export class TopTalker {
  @Field(() => Device, { description: 'Which one.' })
  device!: Device;

  @Field(() => Float, {
    description: 'Estimated bytes: the average rate multiplied by the time it was known to be online.',
  })
  bytes!: number;

  @Field(() => Float, { description: 'Bits per second, on average of the moments of reading.' })
  averageBps!: number;

  @Field(() => Float, { description: 'Highest rate read, in bits per second.' })
  peakBps!: number;
}

@ObjectType({ description: "Figures of a team's monitored sites. `null` if nothing was measured." })
export class MonitoringSummary {
  @Field(() => Int, {
    description:
      'Adopted devices. A device that two of your controllers monitor counts once. Includes the count that UniFi reports for a console whose devices have not been read yet.',
  })
  totalDevices!: number;

  @Field(() => Int, {
    description:
      'Controllers whose devices have not been read yet. Above 0, the device counts can be incomplete.',
  })
  uncountedControllers!: number;

  @Field(() => Int, { description: 'Devices that are online.' })
  onlineDevices!: number;

  @Field(() => Int, { description: 'Devices that are offline.' })
  offlineDevices!: number;

  @Field(() => Int, { description: "Devices that are reachable but don't work, see `DeviceState`." })
  impairedDevices!: number;

  @Field(() => Int, {
    description: 'Devices whose state is unknown, or that are updating, being adopted or getting ready.',
  })
  unknownDevices!: number;

  @Field(() => Float, { nullable: true, description: 'Bytes over the gateways in the last 30 days.' })
  transferredBytes?: number | null;

  @Field(() => Int, { description: 'Open alerts, acknowledged ones too.' })
  activeAlerts!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Share of the observed device time of the last 30 days that devices were online, 0 to 100.',
  })
  uptimePercent?: number | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Since when there are measurements.' })
  measuredSince?: Date | null;
}
