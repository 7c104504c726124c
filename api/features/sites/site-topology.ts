import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import {
  type Device,
  DeviceRole,
  DeviceState,
  DeviceStateReason,
  UplinkKind,
  UplinkSource,
} from '../controllers/device.entity.ts';
import { inCircles, isReachable, isUplinkRecent, type Linked } from '../controllers/uplinks.ts';

export enum UplinkProblem {
  unknown = 'unknown',
  outdated = 'outdated',
  circular = 'circular',
  elsewhere = 'elsewhere',
}
registerEnumType(UplinkProblem, {
  name: 'UplinkProblem',
  description: "Why a device's uplink doesn't count, so that no failure above it explains its own.",
  valuesConfig: {
    unknown: { description: 'UniFi has never reported its uplink.' },
    outdated: { description: 'It was last read more than a day before the device was last up.' },
    circular: { description: 'It leads back to the device itself.' },
    elsewhere: { description: 'It is a device that its console no longer lists, or never did.' },
  },
});

@ObjectType({ description: 'A device in the uplink tree of its site.' })
export class TopologyDevice {
  @Field(() => ID, { description: 'UUID of the device, the `deviceId` of `deviceDetails`.' })
  id!: string;

  @Field({ description: 'Device name in UniFi.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Model reported by UniFi, such as `U7 Pro`. `null` if it reports none.',
  })
  model!: string | null;

  @Field(() => DeviceRole, { description: 'What it does in its network.' })
  role!: Device['role'];

  @Field({ description: 'Whether it is the console of its site.' })
  isConsole!: boolean;

  @Field(() => DeviceState, { description: 'State at the latest reading.' })
  state!: Device['state'];

  @Field(() => DeviceStateReason, {
    nullable: true,
    description: 'Why it is in this state. `null` if the state says it all.',
  })
  stateReason!: NonNullable<Device['stateReason']> | null;

  @Field(() => String, {
    nullable: true,
    description: "The state in UniFi's own words. `null` if UniFi didn't report one.",
  })
  reportedState!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of its worst open alert, the oldest of several. `null` if it has none.',
  })
  alertId!: string | null;

  @Field(() => AlertSeverity, { nullable: true, description: 'Severity of that alert. `null` without one.' })
  alertSeverity!: `${AlertSeverity}` | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the open alert about another device or port that it is down because of. `null` if there is none.',
  })
  causeAlertId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the device that this alert is about, as it was when it was raised.',
  })
  causeName!: string | null;

  @Field(() => Int, { nullable: true, description: 'Port of that device, if the alert is about a port.' })
  causePort!: number | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "UUID of the device that it connects to, even if that no longer counts. `null` if it isn't known or isn't in this list.",
  })
  uplinkDeviceId!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Port on that device. `null` if UniFi reports none, as for most switches.',
  })
  uplinkPort!: number | null;

  @Field(() => UplinkKind, {
    nullable: true,
    description: "How it connects to that device. `null` if UniFi doesn't say.",
  })
  uplinkKind!: NonNullable<Device['uplinkKind']> | null;

  @Field(() => UplinkSource, {
    nullable: true,
    description: 'Where in UniFi its uplink was read. `null` without an uplink.',
  })
  uplinkSource!: NonNullable<Device['uplinkSource']> | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'When UniFi last reported its uplink while it was online, within six hours. `null` without an uplink.',
  })
  uplinkSeenAt!: Date | null;

  @Field(() => UplinkProblem, {
    nullable: true,
    description:
      "Why its uplink doesn't count. `null` if it counts, and for a gateway or console that connects to the internet.",
  })
  uplinkProblem!: UplinkProblem | null;
}

@ObjectType({ description: 'What each device of a site connects to.' })
export class SiteTopology {
  @Field(() => [TopologyDevice], {
    description:
      'Devices of the site, up to 10,000: gateways, then switches, other devices and access points.',
  })
  devices!: TopologyDevice[];

  @Field(() => String, {
    nullable: true,
    description: "Why uplinks can't be read, in a sentence. `null` if they can.",
  })
  unreadReason!: string | null;
}

@ObjectType({ description: 'A device was connected to another device or port.' })
export class UplinkMove {
  @Field(() => ID, { description: 'UUID of the change.' })
  id!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the new uplink was first read.' })
  at!: Date;

  @Field(() => ID, {
    nullable: true,
    description: 'UUID of the device. `null` if the site no longer has it.',
  })
  deviceId!: string | null;

  @Field({ description: 'Name of the device, or its MAC address if it is no longer known.' })
  deviceName!: string;

  @Field({ description: 'The device that it was connected to: its name, or its MAC address.' })
  fromName!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The port it was connected to. `null` if UniFi named none.',
  })
  fromPort!: number | null;

  @Field({ description: 'The device that it was connected to since: its name, or its MAC address.' })
  toName!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The port it was connected to since. `null` if UniFi named none.',
  })
  toPort!: number | null;
}

@ObjectType({ description: 'A page of changes of uplinks.' })
export class UplinkMovePage {
  @Field(() => [UplinkMove], { description: 'Newest first.' })
  nodes!: UplinkMove[];

  @Field(() => ID, { nullable: true, description: 'Cursor of the next page. `null` on the last page.' })
  nextCursor!: string | null;
}

/** A device with its uplink as stored. */
export interface StoredUplink extends Omit<TopologyDevice, 'uplinkDeviceId' | 'uplinkProblem'> {
  mac: string;
  stateSince: Date;
  uplinkMac: string | null;
}

/**
 * Finds the uplink of each device of a site among the others, by the same rules that decide about causes.
 * @param at when the site was last read
 */
export function connectDevices(stored: readonly StoredUplink[], at: Date): TopologyDevice[] {
  const nodes = new Map(stored.map((device) => [device.mac, new Node(device)]));
  for (const node of nodes.values()) node.connect(nodes, at);
  for (const node of inCircles(nodes.values())) node.problem = UplinkProblem.circular;
  return [...nodes.values()].map(({ device, above, problem }) => {
    const { mac: _, stateSince: __, uplinkMac: ___, ...shown } = device;
    return { ...shown, uplinkDeviceId: above?.device.id ?? null, uplinkProblem: problem };
  });
}

class Node implements Linked<Node> {
  above: Node | undefined;
  /** Only if it counts. */
  uplink: Node | undefined;
  problem: UplinkProblem | null = null;
  visit = 0;

  constructor(readonly device: StoredUplink) {}

  connect(nodes: ReadonlyMap<string, Node>, at: Date): void {
    const { uplinkMac, uplinkSeenAt, state, stateReason, stateSince, isConsole, role } = this.device;
    this.above = uplinkMac ? nodes.get(uplinkMac) : undefined;
    const lastUp = isReachable(state, stateReason) ? at : stateSince;
    if (this.above && isUplinkRecent(uplinkSeenAt, lastUp)) this.uplink = this.above;
    else if (this.above) this.problem = UplinkProblem.outdated;
    else if (!isConsole && role !== 'gateway')
      this.problem = uplinkMac ? UplinkProblem.elsewhere : UplinkProblem.unknown;
  }
}
