import { Field, Float, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';

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
