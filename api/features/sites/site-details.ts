import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Alert } from '../alerts/alert.entity.ts';
import { Device } from '../controllers/device.entity.ts';

export enum SiteState {
  online = 'online',
  offline = 'offline',
  unknown = 'unknown',
}
registerEnumType(SiteState, {
  name: 'SiteState',
  description: "State of a site's console at the latest reading.",
  valuesConfig: {
    online: { description: 'The console is connected to UniFi.' },
    offline: { description: 'UniFi reports that the console is disconnected.' },
    unknown: { description: "Whether the console is connected isn't known. See `stateReason`." },
  },
});

@ObjectType({ description: 'Devices of a site by state. Devices that have left the site are not counted.' })
export class DeviceCounts {
  @Field(() => Int, { description: 'All devices.' })
  total!: number;

  @Field(() => Int, { description: 'Devices that are online.' })
  online!: number;

  @Field(() => Int, { description: 'Devices that are offline.' })
  offline!: number;

  @Field(() => Int, { description: "Devices that are reachable but don't work." })
  impaired!: number;

  @Field(() => Int, { description: 'Devices that are updating, being adopted or getting ready.' })
  busy!: number;

  @Field(() => Int, { description: "Devices whose state isn't known." })
  unknown!: number;

  @Field(() => Int, { description: 'Devices for which UniFi offers newer firmware.' })
  updatable!: number;
}

@ObjectType({
  description: 'What is known about a site: its console, devices, clients and internet connection.',
})
export class SiteDetails {
  @Field(() => ID, { description: 'Our own UUID. Stays the same while the controller lists the site.' })
  id!: string;

  @Field({ description: 'ID of the console (`hostId`), the `siteId` of alerts.' })
  siteId!: string;

  @Field({ description: 'Name of the console in UniFi.' })
  name!: string;

  @Field(() => ID, { description: 'ID of the controller that monitors it.' })
  controllerId!: string;

  @Field({ description: 'Name of that controller.' })
  controllerName!: string;

  @Field({ description: 'URL of the console in UniFi.' })
  url!: string;

  @Field(() => SiteState, { description: 'State of the console.' })
  state!: SiteState;

  @Field(() => String, {
    nullable: true,
    description: "Why the state isn't known, or why the console is offline. `null` if the state says it all.",
  })
  stateReason!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it entered this state. `null` if it has never been read.',
  })
  stateSince!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "Version of the console's Network application. `null` if it has none or doesn't report it.",
  })
  version!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Version of UniFi OS. `null` for self-hosted Network servers, or if it isn't reported.",
  })
  osVersion!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The console's product name, such as `UniFi Dream Machine SE`. `null` if UniFi reports none.",
  })
  hardware!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Internet provider, or several separated by commas. `null` if UniFi reports none.',
  })
  ispName!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Clients on Wi-Fi, including guests. `null` if UniFi doesn't report it.",
  })
  wifiClients!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Clients on cables, including guests. `null` if UniFi doesn't report it.",
  })
  wiredClients!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Guests among both. `null` if UniFi doesn't report it.",
  })
  guestClients!: number | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When these clients were counted, every five minutes. `null` if they never were.',
  })
  countedAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When UniFi last backed up the console. `null` if it doesn't report it.",
  })
  backedUpAt!: Date | null;

  @Field(() => DeviceCounts, { description: 'Its devices by state.' })
  devices!: DeviceCounts;

  @Field(() => Int, { description: 'Open alerts of the site, acknowledged ones too.' })
  openAlerts!: number;
}

@ObjectType({
  description: 'A device with its place in the network: what it connects to, and what connects to it.',
})
export class DeviceDetails {
  @Field(() => Device, { description: 'The device as it was last seen.' })
  device!: Device;

  @Field({ description: 'Name of the controller that lists it.' })
  controllerName!: string;

  @Field(() => SiteDetails, {
    nullable: true,
    description: "Its site. `null` if the site hasn't been read yet.",
  })
  site!: SiteDetails | null;

  @Field(() => Device, {
    nullable: true,
    description: "The device that it connects to. `null` if that isn't known, or it connects to none.",
  })
  uplink!: Device | null;

  @Field(() => Alert, {
    nullable: true,
    description:
      'The open alert about another device or port that it is down because of. `null` if it is up, or down for a reason of its own.',
  })
  cause!: Alert | null;

  @Field(() => [Device], {
    description: 'Up to 50 devices that connect to it, as far as known: those with problems first.',
  })
  connected!: Device[];

  @Field(() => Int, { description: 'Number of devices that connect to it, as far as known.' })
  connectedCount!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When its clients were last counted. `null` if they never were.',
  })
  clientsAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Why uplink, PoE ports and clients can't be read, in a sentence. `null` if they can, though reading every device takes several minutes.",
  })
  unreadReason!: string | null;
}
