import { Field, Float, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: "What was measured of a team's watched sites. Null where nothing was." })
export class MonitoringSummary {
  @Field(() => Int, { description: 'Adopted devices seen so far.' })
  totalDevices!: number;

  @Field(() => Int, { description: 'Devices that UniFi last reported as online.' })
  onlineDevices!: number;

  @Field(() => Int, { description: 'Devices that UniFi last reported as offline.' })
  offlineDevices!: number;

  @Field(() => Int, {
    description: 'Devices whose state is not known at the moment, or that are restarting.',
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
