import type { Controller } from '../controllers/controller.entity.ts';
import type { ConsoleCapabilities } from '../controllers/reading.ts';
import { readAccount } from '../controllers/unifi.ts';
import { probe } from '../controllers/unifi-probe.ts';
import type { Connection } from '../controllers/unifi-http.ts';
import type { Cursor } from '../controllers/unifi-rate.ts';

/** What a connection can see changes seldom: a new firmware, another scope of the key. */
const probeEveryMs = 6 * 3_600_000;

/** A result that a passing failure may have spoilt is looked at again sooner. */
const probeAgainMs = 10 * 60_000;

/** Whether it is time to find out again what the key can see. */
export function isProbeDue({ probedAt, capabilities }: Controller, now: Date): boolean {
  if (!probedAt) return true;
  const age = now.getTime() - probedAt.getTime();
  return age > (isDoubtful(capabilities) ? probeAgainMs : probeEveryMs);
}

/** Nothing was found, or what was found may be less than there is. */
function isDoubtful(capabilities: ConsoleCapabilities[]): boolean {
  return capabilities.length === 0 || capabilities.some(({ provisional }) => provisional);
}

/**
 * Tries every console that the controller watches, one after another. The calls count in the minute of each console:
 * they are put into the controller's cursor.
 */
export async function probeWatched(
  connection: Connection,
  controller: Controller,
): Promise<ConsoleCapabilities[]> {
  const { selectedSiteId, capabilities } = controller;
  const cursor = (controller.readCursor ??= []) as Cursor;
  const { consoles } = await readAccount(connection);
  const found: ConsoleCapabilities[] = [];
  for (const { hostId, link } of consoles) {
    if (selectedSiteId && hostId !== selectedSiteId) continue;
    const now = link === 'disconnected' ? away(hostId) : await probe(connection, hostId, cursor);
    const before = capabilities.find((known) => known.hostId === hostId);
    // A passing failure says nothing about what a console can do when it is well.
    found.push(now.provisional && before ? { ...before, provisional: true } : now);
  }
  return found;
}

function away(hostId: string): ConsoleCapabilities {
  const problem = { code: 'console_disconnected' } as const;
  return { hostId, connector: false, statistics: false, storage: false, problem, provisional: true };
}
