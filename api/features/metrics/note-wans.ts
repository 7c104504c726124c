import type { EntityManager } from '@mikro-orm/postgresql';
import { apiKeyOf } from '../controllers/api-key.store.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { UnifiError } from '../unifi/errors.ts';
import type { Connection } from '../unifi/http.client.ts';
import { readWanPeriods, type WanPeriod } from '../unifi/isp.client.ts';
import { keepWans } from './keep-wans.ts';
import { nextWanAsk, nextWanTry, wanSpan } from './wan-pace.ts';

/** The place of the next reading is not kept waiting for what is only for charts, milliseconds. */
const patienceMs = 8000;

const notOffered = 'UniFi offers no measurements of internet lines for this account.';

interface Noted {
  periods: WanPeriod[];
  fields: Partial<Pick<Controller, 'wansDueAt' | 'wansReadUntil' | 'wansProblem'>>;
}

/**
 * Asks the cloud for the measurements of a controller's lines where it is time, and keeps them. Called once a round is
 * recorded: no alert waits for it, and that it fails makes no round fail.
 * @param em one of its own: what the round left behind in another must not be written
 */
export async function noteWans(
  em: EntityManager,
  { id, wansDueAt }: Controller,
  place: Omit<Connection, 'apiKey'>,
): Promise<void> {
  const now = new Date();
  if (wansDueAt && wansDueAt > now) return;
  const controller = await em.findOne(Controller, id);
  if (!controller) return;
  const { periods, fields } = await askWans(em, controller, place, now);
  const { selectedSiteId } = controller;
  const watched = periods.filter(({ hostId }) => !selectedSiteId || selectedSiteId === hostId);
  await em.transactional(async (tx) => {
    // Somebody may have deleted it, or selected another site, whose lines nobody has asked for yet.
    const still = await tx.nativeUpdate(Controller, { id, selectedSiteId: selectedSiteId ?? null }, fields);
    if (still > 0) await keepWans(tx, id, watched);
  });
}

async function askWans(
  em: EntityManager,
  controller: Controller,
  place: Omit<Connection, 'apiKey'>,
  now: Date,
): Promise<Noted> {
  const span = wanSpan(controller.wansReadUntil, now);
  if (!span) return { periods: [], fields: { wansDueAt: nextWanAsk(now) } };
  const callTimeoutMs = Math.min(place.callTimeoutMs ?? patienceMs, patienceMs);
  try {
    const connection = { ...place, callTimeoutMs, apiKey: await apiKeyOf(em, controller) };
    const periods = await readWanPeriods(connection, span.from, span.until);
    return {
      periods,
      fields: { wansDueAt: nextWanAsk(now), wansReadUntil: span.until, wansProblem: null },
    };
  } catch (error) {
    if (!(error instanceof UnifiError)) throw error;
    const wansProblem = error.kind === 'gone' ? notOffered : error.message;
    return { periods: [], fields: { wansDueAt: nextWanTry(now, error), wansProblem } };
  }
}
