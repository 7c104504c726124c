import { sliceSize, type Steps } from '#api/lib/steps.ts';
import { portState, type SeenDevice } from './indexed-reading.ts';
import { readableName } from './observe.ts';
import { type Affected, type KnownDevice, parseSubject, subjectKey } from './types.ts';
import type { Evidence } from './verdict.ts';

/** An uplink that was last seen longer than this before its device went down proves nothing. */
const uplinkValidMs = 24 * 3_600_000;

/** No network is nearly as deep. In a longer chain only the highest are causes. */
const mostCauses = 32;

/** Which device or port each device of a round depends on, and what that explains. */
export interface Topology {
  /**
   * Subjects whose failure explains this one's, highest first: failed devices above it, and on top the port that
   * several of them share. A port whose only device failed is explained by that device.
   */
  causesOf(subject: string): Cause[];
  isDown(subject: string): boolean;
  isUp(subject: string): boolean;
  /** Whether something behind it is up, so that its failure explains nothing. */
  isContradicted(subject: string): boolean;
  /** Devices that are down behind it. None if it is contradicted. */
  affectedBy(subject: string): Affected[];
}

export interface Cause {
  subject: string;
  isContradicted: boolean;
}

interface Node {
  mac: string;
  seen: SeenDevice | undefined;
  known: KnownDevice | undefined;
  hostId: string;
  state: 'up' | 'down' | 'unknown';
  /** When it went down, as far as it was seen. */
  since: Date;
  uplink?: Node;
  /** Port on its uplink device. */
  port?: number;
  below: Node[];
  /** Something that connects through it is up. */
  hasUpBelow: boolean;
}

/** Prepares what can be said about causes in a round. Linear in the number of devices. */
export function* topologyOf(evidence: Evidence, at: Date): Steps<Topology> {
  const nodes = yield* nodesOf(evidence, at);
  yield* connect(nodes, at);
  const upPorts = new Set<string>();
  for (const node of nodes.values()) {
    if (node.state !== 'up') continue;
    if (node.uplink && node.port !== undefined) upPorts.add(portKey(node.uplink, node.port));
    for (let above = node.uplink; above && !above.hasUpBelow; above = above.uplink) above.hasUpBelow = true;
  }

  const isPortDown = ({ seen, mac }: Node, port: number) =>
    portState(seen, port) === 'down' && !upPorts.has(portKey({ mac }, port));
  const onPort = (node: Node, port: number) => node.below.filter((one) => one.port === port);

  function causesOf(subject: string): Cause[] {
    const parsed = parseSubject(subject);
    const causes: Cause[] = [];
    if (parsed.about === 'port') {
      const node = nodes.get(parsed.mac);
      const [only, ...others] = node ? onPort(node, parsed.port) : [];
      if (only?.state === 'down' && others.length === 0) causes.push(causeOf(only));
      return causes;
    }
    let node = parsed.about === 'device' ? nodes.get(parsed.mac) : undefined;
    if (node?.state !== 'down') return causes;
    for (; node.uplink?.state === 'down'; node = node.uplink) {
      causes.push(causeOf(node.uplink));
      if (causes.length > mostCauses) causes.shift();
    }
    const { uplink, port } = node;
    if (uplink?.state === 'up' && port !== undefined && isPortDown(uplink, port)) {
      if (onPort(uplink, port).length > 1)
        causes.push({ subject: portKey(uplink, port), isContradicted: false });
    }
    return causes.reverse();
  }

  const stateOf = (subject: string): Node['state'] => {
    const parsed = parseSubject(subject);
    if (parsed.about === 'device') return nodes.get(parsed.mac)?.state ?? 'unknown';
    if (parsed.about === 'port') return portState(nodes.get(parsed.mac)?.seen, parsed.port);
    return 'unknown';
  };

  const isContradicted = (subject: string): boolean => {
    const parsed = parseSubject(subject);
    if (parsed.about === 'device') return nodes.get(parsed.mac)?.hasUpBelow ?? false;
    return upPorts.has(subject);
  };

  return {
    causesOf,
    isContradicted,
    isDown: (subject) => stateOf(subject) === 'down',
    isUp: (subject) => stateOf(subject) === 'up',
    affectedBy(subject) {
      const parsed = parseSubject(subject);
      if (isContradicted(subject) || (parsed.about !== 'device' && parsed.about !== 'port')) return [];
      const node = nodes.get(parsed.mac);
      if (!node) return [];
      const first = parsed.about === 'port' ? onPort(node, parsed.port) : node.below;
      return [...downBelow(first)].map(affectedOf);
    },
  };
}

const portKey = ({ mac }: Pick<Node, 'mac'>, port: number) => subjectKey({ about: 'port', mac, port });

const causeOf = ({ mac, hasUpBelow }: Node): Cause => ({
  subject: subjectKey({ about: 'device', mac }),
  isContradicted: hasUpBelow,
});

/** Stops at devices that are up or unknown. */
function* downBelow(first: readonly Node[]): Iterable<Node> {
  const left = [...first];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.state !== 'down') continue;
    yield node;
    left.push(...node.below);
  }
}

function affectedOf({ mac, seen, known, since }: Node): Affected {
  const model = seen?.device.model ?? known?.model;
  return { mac, name: readableName(seen?.device.name ?? known?.name, model, mac), since };
}

function* nodesOf({ indexed, knownDevices }: Evidence, at: Date): Steps<Map<string, Node>> {
  const nodes = new Map<string, Node>();
  const add = (mac: string, seen: SeenDevice | undefined, known: KnownDevice | undefined) => {
    const hostId = seen?.console.hostId ?? known?.hostId ?? '';
    const here = known?.hostId === hostId ? known : undefined;
    const since = here && isDownState(here) ? here.stateSince : at;
    const state = seen ? stateOf({ ...seen.device, state: seen.state }) : 'unknown';
    nodes.set(mac, { mac, seen, known: here, hostId, state, since, below: [], hasUpBelow: false });
  };
  for (const [mac, seen] of indexed.devices) {
    add(mac, seen, knownDevices.get(mac));
    if (nodes.size % sliceSize === 0) yield;
  }
  for (const [mac, known] of knownDevices) if (!nodes.has(mac) && !known.leftAt) add(mac, undefined, known);
  return nodes;
}

/** An isolated device has lost its uplink. */
const isDownState = ({ state, stateReason }: Pick<KnownDevice, 'state' | 'stateReason'>): boolean =>
  state === 'offline' || (state === 'impaired' && stateReason === 'isolated');

function stateOf(device: Pick<KnownDevice, 'state' | 'stateReason'>): Node['state'] {
  // A device in the wrong place still reaches its console, through everything above it.
  if (device.state === 'online' || device.stateReason === 'incorrect_topology') return 'up';
  return isDownState(device) ? 'down' : 'unknown';
}

/** Connects each device to the one above it, if that is on the same console, recent and in no circle. */
function* connect(nodes: ReadonlyMap<string, Node>, at: Date): Steps<void> {
  let done = 0;
  for (const node of nodes.values()) {
    if (++done % sliceSize === 0) yield;
    const found = uplinkOf(node, at);
    const uplink = found && nodes.get(found.mac);
    if (!uplink || uplink === node || uplink.hostId !== node.hostId) continue;
    node.uplink = uplink;
    node.port = found.port ?? undefined;
  }
  const checked = new Set<Node>();
  for (const node of nodes.values()) {
    const path = new Set<Node>();
    let one: Node | undefined = node;
    for (; one && !checked.has(one) && !path.has(one); one = one.uplink) path.add(one);
    for (const each of path) checked.add(each);
    if (!one || !path.has(one)) continue;
    // Nothing says where a circle begins, so none of its links counts.
    for (let next: Node | undefined = one; next?.uplink;) {
      const { uplink }: Node = next;
      delete next.uplink;
      delete next.port;
      next = uplink;
    }
  }
  for (const node of nodes.values()) node.uplink?.below.push(node);
}

function uplinkOf({ seen, known, state }: Node, at: Date): { mac: string; port?: number | null } | undefined {
  const { uplinkMac, uplinkPort } = seen?.device ?? {};
  const kept = known?.uplinkMac ? { mac: known.uplinkMac, port: known.uplinkPort } : undefined;
  if (state === 'up' && uplinkMac)
    return { mac: uplinkMac, port: uplinkPort ?? (kept?.mac === uplinkMac ? kept.port : undefined) };
  if (!known?.uplinkSeenAt) return undefined;
  const lastUp = state === 'up' || known.state === 'online' ? at : known.stateSince;
  return lastUp.getTime() - known.uplinkSeenAt.getTime() > uplinkValidMs ? undefined : kept;
}
