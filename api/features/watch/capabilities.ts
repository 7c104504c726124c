import type { Controller } from '../controllers/controller.entity.ts';
import type { ConsoleCapabilities } from '../unifi/console-reading.ts';
import type { Host, Listed } from '../unifi/cloud.ts';
import type { Connection } from '../unifi/http.ts';
import { afterProbe, isProbeDue, probe } from '../unifi/probe.ts';
import type { Cursor } from '../unifi/rate.ts';
import { inLanes } from '../unifi/unifi.ts';

/** No probe begins later in a round than this: a large account is probed over several rounds. */
const probingMs = 20_000;

/**
 * What each watched console of these offers. Those that are due are tried now, which counts in the minute of each: their
 * calls are put into `cursor`. What is known of others stays.
 */
export async function probeWatched(
  connection: Connection,
  {
    selectedSiteId,
    capabilities,
    probedAt,
  }: Pick<Controller, 'selectedSiteId' | 'capabilities' | 'probedAt'>,
  hosts: Listed<Host>,
  cursor: Cursor,
): Promise<ConsoleCapabilities[]> {
  const now = connection.now ?? Date.now;
  const known = new Map(capabilities.map((one) => [one.hostId, one]));
  const watched = hosts.items.filter(({ id }) => !selectedSiteId || id === selectedSiteId);
  const isDue = ({ id }: Host) => !probedAt || isProbeDue(known.get(id), now());
  const begun = now();
  await inLanes(watched.filter(isDue), async ({ id, link, isNetworkStopped }) => {
    if (now() - begun > probingMs || connection.signal?.aborted) return;
    const tried = link === 'disconnected' ? away(id) : await probe(connection, id, cursor);
    const found = isNetworkStopped && !tried.connector ? { ...tried, ...stopped } : tried;
    known.set(id, afterProbe(known.get(id), found, now()));
  });
  const isGone = (id: string) => hosts.whole && !watched.some((host) => host.id === id);
  return [...known.values()].filter(({ hostId }) => !isGone(hostId));
}

/** Whatever a stopped application answers says nothing about what it offers when it runs. */
const stopped = { problem: { code: 'network_stopped' }, provisional: true } as const;

function away(hostId: string): ConsoleCapabilities {
  const problem = { code: 'console_disconnected' } as const;
  return { hostId, connector: false, statistics: false, storage: false, problem, provisional: true };
}
