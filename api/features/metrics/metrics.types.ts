import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Device } from '../controllers/device.entity.ts';
import { mostPoints, rawDays } from './series.ts';

const column = { nullable: 'items' } as const;

/** A time in points of equal length. */
@ObjectType()
abstract class Points {
  @Field(() => GraphQLISODateTime, {
    description:
      'Where the first point begins: what was asked for, cut to what is kept, and to whole points.',
  })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'Where the last point ends at the latest.' })
  until!: Date;

  @Field(() => Int, {
    description: `Seconds that one point stands for. Chosen so that there are at most ${mostPoints}.`,
  })
  bucketSeconds!: number;

  @Field(() => [GraphQLISODateTime], {
    description: 'When each point begins. Each list beside it has a value for each, in the same order.',
  })
  at!: Date[];
}

@ObjectType({
  description:
    'What was measured of one device, point by point. Null where nothing was: the reading failed, nobody looked, or UniFi did not say.',
})
export class DeviceMetrics extends Points {
  @Field(() => Device, { description: 'Whose they are.' })
  device!: Device;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: `The newest reading in which something was known of it, whatever was asked for; null where there was none in the last ${rawDays} days.`,
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
    description: 'Share of the time in which its state was known that it was online, 0 to 100.',
  })
  onlinePercent!: (number | null)[];

  @Field(() => Float, {
    nullable: true,
    description:
      "The same for the whole period: seconds online ÷ seconds online, offline or impaired. Time when its state was unknown, or when it was updating or restarting, isn't counted. `null` if its state was never known.",
  })
  uptimePercent!: number | null;
}

@ObjectType({ description: 'A time without a change in which a site could be seen, or not.' })
export class SightSpan {
  @Field(() => GraphQLISODateTime, { description: 'When it began, or where the period begins.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, {
    description: 'When it ended; for one that lasts, the newest reading.',
  })
  until!: Date;

  @Field({ description: 'Of which console; empty where the controller itself could not be read.' })
  siteId!: string;

  @Field({
    description:
      'The console answered, so that the states of its devices were known. Between two spans nobody looked.',
  })
  seen!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was not seen, or what of it could not be read; null where nothing was wrong.',
  })
  problem!: string | null;
}

@ObjectType({
  description:
    'What was measured of the devices of a site together, point by point. Null where nothing was, and never 0 for it.',
})
export class SiteMetrics extends Points {
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: `The newest reading in which something was known of a device; null where there was none in the last ${rawDays} days.`,
  })
  measuredUntil!: Date | null;

  @Field(() => [Float], { ...column, description: 'Devices that were online, on average.' })
  online!: (number | null)[];

  @Field(() => [Float], {
    ...column,
    description: 'Average number of devices that were offline or impaired.',
  })
  offline!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'CPU of the devices that tell, 0 to 100, on average.' })
  cpuPercent!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'CPU of the busiest device, 0 to 100.' })
  cpuPeakPercent!: (number | null)[];

  @Field(() => [Float], { ...column, description: 'Memory of the devices that tell, 0 to 100, on average.' })
  memoryPercent!: (number | null)[];

  @Field(() => [Float], {
    ...column,
    description:
      'Over the gateways, receive and transmit together, bits per second, on average of the moments of reading.',
  })
  uplinkBps!: (number | null)[];

  @Field(() => [SightSpan], {
    description: 'When the site could be seen, and why not, in the order of time.',
  })
  sights!: SightSpan[];

  @Field(() => Float, {
    nullable: true,
    description:
      "Uptime of all devices together, 0 to 100: seconds online ÷ seconds online, offline or impaired. Time when nothing was read, UniFi didn't answer or the console was offline isn't counted. `null` if nothing was known.",
  })
  uptimePercent!: number | null;
}

@ObjectType({
  description: "A line to the internet, as UniFi's cloud measures it. Null where it measured nothing.",
})
export class WanSeries {
  @Field(() => ID, { description: 'A UUID of ours; the same as long as the controller is there.' })
  id!: string;

  @Field({ description: 'The site that it is at: a `hostId`.' })
  siteId!: string;

  @Field(() => String, { nullable: true, description: 'The provider; null where the cloud does not tell.' })
  ispName!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: `The end of the newest period of five minutes that was measured; null where there was none in the last ${rawDays} days.`,
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
    "Latency and loss of a controller's lines to the internet, point by point. They come from the cloud every five minutes.",
})
export class WanMetrics extends Points {
  @Field(() => [WanSeries], { description: 'Each line that was ever measured.' })
  lines!: WanSeries[];

  @Field(() => String, {
    nullable: true,
    description:
      'Why nothing new comes, such as that UniFi offers none for this account; null while it does.',
  })
  problem!: string | null;
}

@ObjectType({ description: 'How much went over the uplink of a device.' })
export class TopTalker {
  @Field(() => Device, { description: 'Which one.' })
  device!: Device;

  @Field(() => Float, {
    description: 'Bytes, reckoned: the average rate times the time in which it was known to be online.',
  })
  bytes!: number;

  @Field(() => Float, { description: 'Bits per second, on average of the moments of reading.' })
  averageBps!: number;

  @Field(() => Float, { description: 'Bits per second, the highest that was read.' })
  peakBps!: number;
}

@ObjectType({ description: "What was measured of a team's watched sites. Null where nothing was." })
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
