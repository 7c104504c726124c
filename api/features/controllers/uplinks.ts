import type { DeviceReading, StateReason } from '../unifi/reading.ts';

/** An uplink that was last seen longer than this before its device went down proves nothing. */
const uplinkValidMs = 24 * 3_600_000;

/** @param lastUp when the device was last up */
export const isUplinkRecent = (seenAt: Date | null | undefined, lastUp: Date): boolean =>
  !!seenAt && lastUp.getTime() - seenAt.getTime() <= uplinkValidMs;

/** A device in the wrong place still reaches its console, through everything above it. */
export const isReachable = (
  state: DeviceReading['state'],
  stateReason: StateReason | null | undefined,
): boolean => state === 'online' || stateReason === 'incorrect_topology';

export interface Linked<Node> {
  uplink: Node | undefined;
  /** 0 until its chain has been checked. */
  visit: number;
}

/** Those whose uplinks lead back to themselves. Nothing says where a circle begins, so none of its links counts. */
export function inCircles<Node extends Linked<Node>>(nodes: Iterable<Node>): Node[] {
  const found: Node[] = [];
  let visit = 0;
  for (const start of nodes) {
    visit++;
    let node: Node | undefined = start;
    for (; node && node.visit === 0; node = node.uplink) node.visit = visit;
    if (node?.visit !== visit) continue;
    const first = node;
    do {
      found.push(node);
      node = node.uplink;
    } while (node && node !== first);
  }
  return found;
}
