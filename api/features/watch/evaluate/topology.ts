import { inCircles, isReachable, isUplinkRecent } from '#api/features/controllers/uplinks.ts';
import { paced, type Steps } from '#api/lib/steps.ts';
import { portState, type SeenDevice } from './indexed-reading.ts';
import { readableName } from './observe.ts';
import { type Affected, type KnownDevice, parseSubject, type Place, subjectKey } from './types.ts';
import type { Evidence } from './verdict.ts';

/** No network is nearly as deep. In a longer chain only the highest are causes. */
const mostCauses = 32;

const none: readonly Place[] = [];

class DeviceNode implements Place {
  uplink: DeviceNode | undefined;
  /** Port on its uplink device. */
  uplinkPort: number | undefined;
  below: DeviceNode[] | undefined;
  /** Those of its ports that something is connected to, or that were asked about. */
  ports: Map<number, PortNode> | undefined;
  isContradicted = false;
  /** The causes of each device below it. */
  causesBelow: readonly Place[] | undefined;
  /** When its chain was last checked for circles. */
  visit = 0;

  constructor(
    readonly subject: string,
    readonly seen: SeenDevice | undefined,
    readonly known: KnownDevice | undefined,
    readonly state: Place['state'],
    /** When this round was read. */
    private at: Date,
  ) {}

  port(index: number): PortNode {
    this.ports ??= new Map();
    const found = this.ports.get(index) ?? new PortNode(this, index);
    this.ports.set(index, found);
    return found;
  }

  causes(): readonly Place[] {
    if (this.state !== 'down') return none;
    const { uplink, uplinkPort } = this;
    if (uplink?.state === 'down') return causesBelow(uplink);
    return uplink?.state === 'up' && uplinkPort !== undefined ? uplink.port(uplinkPort).asCause() : none;
  }

  /** If no one watches the only device on a port, what is behind it is explained by the port. */
  onDownPort(): readonly Place[] {
    const { uplink, uplinkPort } = this;
    if (uplink?.state !== 'up' || uplinkPort === undefined) return none;
    const port = uplink.port(uplinkPort);
    return port.state === 'down' && !port.isContradicted ? [port] : none;
  }

  affected(): Affected[] {
    return this.isContradicted ? [] : downBelow(this.below ?? []).map((node) => node.asAffected());
  }

  get downSince(): Date | undefined {
    if (this.state !== 'down') return undefined;
    const { known, at } = this;
    return known && isDownState(known.state, known.stateReason) ? known.stateSince : at;
  }

  asAffected(): Affected {
    const { subject: mac, seen, known, at } = this;
    const name = seen?.device.name ?? known?.name;
    // A known name has been cleaned before.
    const isKnown = known && name === known.name;
    return {
      mac,
      name: isKnown ? name : readableName(name, seen?.device.model ?? known?.model, mac),
      since: this.downSince ?? at,
    };
  }
}

/** Finds them for the whole chain. Not recursive, because a console may report a chain of any length. */
function causesBelow(start: DeviceNode): readonly Place[] {
  const chain: DeviceNode[] = [];
  for (
    let node: DeviceNode | undefined = start;
    node?.state === 'down' && !node.causesBelow;
    node = node.uplink
  )
    chain.push(node);
  for (const node of chain.reverse()) {
    const above = node.causes().length > 0 ? node.causes() : node.onDownPort();
    node.causesBelow = above.length < mostCauses ? [...above, node] : above;
  }
  return start.causesBelow ?? none;
}

class PortNode implements Place {
  readonly subject: string;
  readonly state: Place['state'];
  private readonly devices: DeviceNode[];

  constructor(device: DeviceNode, index: number) {
    this.subject = subjectKey({ about: 'port', mac: device.subject, port: index });
    this.state = portState(device.seen, index);
    this.devices = (device.below ?? []).filter(({ uplinkPort }) => uplinkPort === index);
  }

  get isContradicted(): boolean {
    return this.devices.some(({ state, isContradicted }) => state === 'up' || isContradicted);
  }

  readonly downSince = undefined;

  asAffected(): undefined {
    return undefined;
  }

  causes(): readonly Place[] {
    const [only, ...others] = this.devices;
    return only?.state === 'down' && others.length === 0 ? [only] : none;
  }

  asCause(): readonly Place[] {
    return this.state === 'down' && this.devices.length > 1 && !this.isContradicted ? [this] : none;
  }

  affected(): Affected[] {
    return this.isContradicted ? [] : downBelow(this.devices).map((node) => node.asAffected());
  }
}

/** Stops at devices that are up or unknown. */
function downBelow(first: readonly DeviceNode[]): DeviceNode[] {
  const found = first.filter(({ state }) => state === 'down');
  for (const node of found) for (const one of node.below ?? []) if (one.state === 'down') found.push(one);
  return found;
}

/** Where each device of a round is connected. Undefined for what isn't a known device or one of its ports. */
export type Topology = (subject: string) => Place | undefined;

/** Prepares what can be said about causes in a round. Linear in the number of devices. */
export function* topologyOf(evidence: Evidence, at: Date): Steps<Topology> {
  const { nodes, find } = yield* nodesOf(evidence, at);
  yield* connect(nodes, find, at);
  for (const { state, uplink } of nodes) {
    if (state !== 'up') continue;
    for (let node = uplink; node && !node.isContradicted; node = node.uplink) node.isContradicted = true;
  }
  return (key) => {
    const device = find(key);
    if (device) return device;
    const subject = parseSubject(key);
    return subject.about === 'port' ? find(subject.mac)?.port(subject.port) : undefined;
  };
}

type Find = (mac: string) => DeviceNode | undefined;

function* nodesOf({ indexed, knownDevices }: Evidence, at: Date): Steps<{ nodes: DeviceNode[]; find: Find }> {
  const nodes: DeviceNode[] = [];
  const unseen = new Map<string, DeviceNode>();
  let unmatched = knownDevices.size;
  yield* paced(indexed.devices.values(), (seen) => {
    const { device, console, state } = seen;
    const known = knownDevices.get(device.mac);
    if (known) unmatched--;
    const here = known?.hostId === console.hostId ? known : undefined;
    const node = new DeviceNode(device.mac, seen, here, reachOf(state, device.stateReason), at);
    seen.place = node;
    nodes.push(node);
  });
  if (unmatched > 0) {
    yield* paced(knownDevices.values(), (known) => {
      if (known.leftAt || indexed.devices.has(known.mac)) return;
      const node = new DeviceNode(known.mac, undefined, known, 'unknown', at);
      unseen.set(known.mac, node);
      nodes.push(node);
    });
  }
  const find = (mac: string) =>
    (indexed.devices.get(mac)?.place as DeviceNode | undefined) ?? unseen.get(mac);
  return { nodes, find };
}

/** An isolated device has lost its uplink. */
const isDownState = (state: KnownDevice['state'], stateReason: KnownDevice['stateReason']): boolean =>
  state === 'offline' || (state === 'impaired' && stateReason === 'isolated');

function reachOf(state: KnownDevice['state'], stateReason: KnownDevice['stateReason']): Place['state'] {
  if (isReachable(state, stateReason)) return 'up';
  return isDownState(state, stateReason) ? 'down' : 'unknown';
}

/** Connects each device to the one above it, if that is on the same console, recent and in no circle. */
function* connect(nodes: readonly DeviceNode[], find: Find, at: Date): Steps<void> {
  yield* paced(nodes, (node) => {
    const { seen, known, state } = node;
    const read = state === 'up' ? seen?.device.uplinkMac : undefined;
    const mac = read ?? (hasRecentUplink(node, at) ? known?.uplinkMac : undefined);
    const uplink = mac ? find(mac) : undefined;
    if (!uplink || uplink === node || hostOf(uplink) !== hostOf(node)) return;
    node.uplink = uplink;
    const kept = known?.uplinkMac === mac ? known?.uplinkPort : undefined;
    node.uplinkPort = (read ? seen?.device.uplinkPort : undefined) ?? kept ?? undefined;
  });
  for (const node of inCircles(nodes)) node.uplink = node.uplinkPort = undefined;
  for (const node of nodes) if (node.uplink) (node.uplink.below ??= []).push(node);
}

const hostOf = ({ seen, known }: DeviceNode) => seen?.console.hostId ?? known?.hostId;

function hasRecentUplink({ known, state }: DeviceNode, at: Date): boolean {
  if (!known?.uplinkMac) return false;
  const lastUp = state === 'up' || known.state === 'online' ? at : known.stateSince;
  return isUplinkRecent(known.uplinkSeenAt, lastUp);
}
