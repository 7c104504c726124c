import { hierarchy, tree as treeLayout } from 'd3-hierarchy';
import { deviceStates, stateReasonText } from '#web/features/controllers/device-states.ts';
import type { SiteTopologyQuery, UplinkProblem, UplinkSource } from '#web/gql/graphql.ts';
import { compareNames, formatCount } from '#web/lib/format.ts';
import { type State, stateWord } from '#web/ui/StateIcon.tsx';

export type TopologyDevice = SiteTopologyQuery['siteTopology']['devices'][number];

/** A device, or a group of devices whose uplinks don't count. */
export interface TreeNode {
  key: string;
  device?: TopologyDevice;
  problem?: UplinkProblem;
  parent: TreeNode | undefined;
  /** The device that it was connected to, if that doesn't count. */
  former?: string;
  children: TreeNode[];
  /** Its place among its siblings, from 1. */
  position: number;
  siblings: number;
  /** Devices below it, and how many of them are down. */
  below: number;
  downBelow: number;
  /** The worst state among them. */
  worstBelow: State;
}

const worst: readonly State[] = ['critical', 'error', 'warning', 'unknown', 'info', 'ok'];
const worse = (one: State, other: State): State => (worst.indexOf(one) < worst.indexOf(other) ? one : other);

/** The worst of a device's state and its open alert. */
export const lookOf = ({ state, alertSeverity }: TopologyDevice): State =>
  alertSeverity ? worse(deviceStates[state].state, alertSeverity) : deviceStates[state].state;

export const isDown = ({ state, stateReason }: TopologyDevice): boolean =>
  state === 'offline' || stateReason === 'isolated';

export const groups: Record<UplinkProblem, { title: string; reason: string }> = {
  unknown: {
    title: 'Uplink unknown',
    reason: 'UniFi hasn’t reported what these devices connect to.',
  },
  outdated: {
    title: 'Uplink too old',
    reason: 'It was last read more than a day before these devices were last up.',
  },
  circular: {
    title: 'Uplinks in a circle',
    reason: 'They lead back to these devices themselves, so none of them counts.',
  },
  elsewhere: {
    title: 'Uplink not listed',
    reason: 'These devices connect to one that their console doesn’t list.',
  },
};

const problems = Object.keys(groups) as UplinkProblem[];

/** The trees of a site: those that lead to the internet first, then a group for each reason that an uplink doesn't count. */
export function buildTrees(devices: readonly TopologyDevice[]): TreeNode[] {
  const nodes = new Map(devices.map((device) => [device.id, nodeOf(device.id, { device })]));
  const grouped = new Map(problems.map((problem) => [problem, nodeOf(problem, { problem })]));
  const roots: TreeNode[] = [];
  for (const node of nodes.values()) {
    const { uplinkDeviceId, uplinkProblem } = node.device!;
    const uplink = nodes.get(uplinkDeviceId ?? '');
    const above = uplinkProblem ? grouped.get(uplinkProblem) : uplink;
    node.parent = above;
    if (uplinkProblem && uplink) node.former = nameOf(uplink);
    (above?.children ?? roots).push(node);
  }
  const trees = [...roots, ...[...grouped.values()].filter(({ children }) => children.length > 0)];
  const ordered = [...trees];
  number(trees);
  // The list grows while it is walked: not recursive, because a chain may have any length.
  for (const node of ordered) {
    node.children.sort(byPort);
    number(node.children);
    ordered.push(...node.children);
  }
  for (const { device, parent, below, downBelow, worstBelow } of ordered.reverse()) {
    if (!parent || !device) continue;
    parent.below += below + 1;
    parent.downBelow += downBelow + (isDown(device) ? 1 : 0);
    parent.worstBelow = worse(parent.worstBelow, worse(worstBelow, lookOf(device)));
  }
  return trees;
}

const nodeOf = (key: string, what: Pick<TreeNode, 'device' | 'problem'>): TreeNode => ({
  key,
  ...what,
  parent: undefined,
  children: [],
  position: 1,
  siblings: 1,
  below: 0,
  downBelow: 0,
  worstBelow: 'ok',
});

function number(siblings: readonly TreeNode[]): void {
  siblings.forEach((node, at) => Object.assign(node, { position: at + 1, siblings: siblings.length }));
}

const byPort = (one: TreeNode, other: TreeNode): number =>
  (one.device?.uplinkPort ?? Infinity) - (other.device?.uplinkPort ?? Infinity) ||
  compareNames(nameOf(one), nameOf(other));

export const nameOf = ({ device, problem }: TreeNode): string =>
  device ? device.name : problem ? groups[problem].title : '';

/** Nodes that are shown at first. */
const mostAtFirst = 200;

/** The branches that are open at first: level by level, those with the worst state first, as far as there is room for them. */
export function openAtFirst(trees: readonly TreeNode[], most = mostAtFirst): Set<string> {
  const open = new Set<string>();
  let shown = trees.length;
  for (let level = [...trees]; level.length > 0;) {
    const next: TreeNode[] = [];
    level.sort((one, other) => worst.indexOf(one.worstBelow) - worst.indexOf(other.worstBelow));
    for (const { key, children } of level) {
      if (children.length === 0 || shown + children.length > most) continue;
      open.add(key);
      shown += children.length;
      next.push(...children);
    }
    level = next;
  }
  return open;
}

export type ShownNode = { node: TreeNode; level: number };

/** The nodes of all open branches, from top to bottom. */
export function shownNodes(trees: readonly TreeNode[], isOpen: (node: TreeNode) => boolean): ShownNode[] {
  const shown: ShownNode[] = [];
  const waiting = trees.map((node) => ({ node, level: 1 })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level } = next;
    shown.push(next);
    if (isOpen(node))
      for (const child of node.children.toReversed()) waiting.push({ node: child, level: level + 1 });
  }
  return shown;
}

/** The devices above a node, nearest first. */
export function ancestorsOf(node: TreeNode): TreeNode[] {
  const above: TreeNode[] = [];
  for (let one = node.parent; one; one = one.parent) above.push(one);
  return above;
}

/** Devices whose name or model contains every word. */
export function findDevices(trees: readonly TreeNode[], search: string): TreeNode[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return shownNodes(trees, () => true)
    .map(({ node }) => node)
    .filter(({ device }) => {
      const text = device && `${device.name} ${device.model ?? ''}`.toLowerCase();
      return text !== undefined && words.every((word) => text.includes(word));
    });
}

/** The size of a node, and the distance between two, in the units of the drawing. */
export const box = { width: 240, height: 44, across: 356, down: 54 } as const;

export type Placed = ShownNode & { x: number; y: number };

/** Where each shown node is: its left edge and its middle. Trees grow from left to right, one below the other. */
export function placeNodes(trees: readonly TreeNode[], isOpen: (node: TreeNode) => boolean) {
  const layOut = treeLayout<TreeNode>()
    .nodeSize([box.down, box.across])
    .separation(() => 1);
  const placed = new Map<string, Placed>();
  let [bottom, right] = [0, 0];
  for (const tree of trees) {
    const nodes = layOut(hierarchy(tree, (node) => (isOpen(node) ? node.children : []))).descendants();
    const top = nodes.reduce((least, { x }) => Math.min(least, x), 0);
    const start = bottom - top + (placed.size > 0 ? box.down - box.height : 0) + box.height / 2;
    for (const { data: node, x, depth } of nodes) {
      placed.set(node.key, { node, level: depth + 1, x: depth * box.across, y: start + x });
      right = Math.max(right, depth * box.across + box.width);
      bottom = Math.max(bottom, start + x + box.height / 2);
    }
  }
  return { placed, bottom, right };
}

export type Layout = ReturnType<typeof placeNodes>;

/** The devices that need attention, worst first. Those that are down because of another one come with that one. */
export function troubles(trees: readonly TreeNode[]): TreeNode[] {
  const found = shownNodes(trees, () => true).flatMap(({ node }) =>
    node.device && !node.device.causeAlertId && isTrouble(lookOf(node.device)) ? node : [],
  );
  const rank = ({ device }: TreeNode) => (device ? worst.indexOf(lookOf(device)) : 0);
  return found.sort((one, other) => rank(one) - rank(other));
}

export const isTrouble = (look: State): boolean => look !== 'ok' && look !== 'info';

/** "Critical alert" */
export const alertWords = ({ alertSeverity }: TopologyDevice): string | undefined =>
  alertSeverity ? `${stateWord[alertSeverity]} alert` : undefined;

/** "Offline, because of Core Switch port 5" */
export function stateWords(device: TopologyDevice): string {
  const { causeName } = device;
  const state = deviceStates[device.state].word;
  if (causeName) return `${state}, because of ${causeWords(device)}`;
  const reason = stateReasonText(device);
  return reason ? `${state}: ${reason}` : state;
}

export const causeWords = ({ causeName, causePort }: TopologyDevice): string =>
  causePort === null ? (causeName ?? '') : `${causeName ?? ''} port ${causePort}`;

/** "Port 5 of Core Switch", "Mesh through AP Lobby" */
export function uplinkWords({ device, parent, former }: TreeNode): string | undefined {
  if (former) return `Last reported at ${former}`;
  if (!device || !parent?.device) return undefined;
  if (device.uplinkKind === 'wireless') return `Mesh through ${parent.device.name}`;
  return device.uplinkPort === null
    ? `Connected to ${parent.device.name}`
    : `Port ${device.uplinkPort} of ${parent.device.name}`;
}

/** "17 devices behind it, 3 of them down" */
export function belowWords({ problem, below, downBelow }: TreeNode): string | undefined {
  if (below === 0) return undefined;
  const count = `${formatCount(below, 'device')}${problem ? '' : ' behind it'}`;
  return downBelow > 0 ? `${count}, ${downBelow} of them down` : count;
}

export const sourceWords: Record<UplinkSource, string> = {
  topology: 'From the console’s topology',
  statistics: 'From device statistics',
  detail: 'From the device’s details',
};

/** Everything that the drawing shows of a node, for screen readers. */
export function labelOf(node: TreeNode): string {
  const { device } = node;
  if (!device) return [nameOf(node), belowWords(node)].filter(Boolean).join(', ');
  const { name, model, state, alertSeverity } = device;
  // In the order of what is written, for those who say it to click it.
  const first = state === 'online' && !alertSeverity && model;
  return [name, first, stateWords(device), alertWords(device), uplinkWords(node), belowWords(node)]
    .filter(Boolean)
    .join(', ');
}
