import type { EntityManager } from '@mikro-orm/postgresql';
import { unsealedKey } from '#api/features/controllers/api-key.store.ts';
import type { Controller } from '#api/features/controllers/controller.entity.ts';
import { Device } from '#api/features/controllers/device.entity.ts';
import type { ConsoleReading } from '#api/features/unifi/reading.ts';
import { readController } from '#api/features/unifi/unifi.client.ts';
import { UnifiError } from '#api/features/unifi/errors.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { ReachabilityInterval, StateChange } from '#api/features/metrics/metrics.entity.ts';
import { infer } from '#api/features/watch/evaluate/infer.ts';
import { observe } from '#api/features/watch/evaluate/observe.ts';
import { blinds, episodesAmong, historyDays, type Episode } from './history-episodes.ts';
import { addPastAlerts, troubledPort, type Past, type Place } from './alerts.ts';
import { addMeasurements, addLines } from './metrics.ts';

const minute = 60_000;
const day = 86_400_000;

/**
 * Two weeks of history, as if the network had been monitored: devices, measurements, alerts and
 * notifications. Runs in the caller's transaction, which has already written the controllers and rules.
 */
export async function addHistory(
  em: EntityManager,
  unifiApiUrl: string,
  given: Omit<Past, 'integrations'>,
): Promise<void> {
  const now = new Date();
  const integrations = await em.find(Integration, { team: given.team });
  const past = { ...given, integrations: new Map(integrations.map((one) => [one.type, one])) };
  const places: Place[] = [];
  for (const [place, controller] of past.controllers.entries()) {
    const console = await consoleOf(unifiApiUrl, controller, now);
    if (!console) continue;
    places.push(...(await addDevices(em, controller, place, console, now)));
    em.persist(stretchesOf(controller, place, console.hostId, now));
  }
  const episodes = episodesAmong(
    places.filter(({ device }) => !device.isConsole && device.state === 'online'),
  );
  addPastAlerts(em, past, places, episodes, now);
  em.persist(statesOf(past.controllers, places, episodes, now));
  await em.flush();
  const measured = places.map(({ device, controller }) => {
    const { id, mac, role } = device;
    return { id, mac, role, controller };
  });
  const byId = new Map(measured.map((one) => [one.id, one]));
  await addMeasurements(
    em,
    past.controllers,
    measured,
    episodes.map((episode) => ({ ...episode, place: byId.get(episode.place.device.id)! })),
    now,
  );
  for (const controller of past.controllers) await addLines(em, unifiApiUrl, controller, now);
}

/**
 * The monitored site as the first round will see it. Undefined if the operator's own UniFi URL doesn't have
 * it.
 */
async function consoleOf(
  baseUrl: string,
  controller: Controller,
  at: Date,
): Promise<ConsoleReading | undefined> {
  const wants = { detail: false, statistics: false, clients: false, storage: false };
  try {
    const { reading } = await readController(
      { baseUrl, apiKey: unsealedKey(controller) },
      { at, capabilities: [], wants },
    );
    return reading.consoles.find(({ hostId }) => hostId === controller.selectedSiteId);
  } catch (error) {
    if (error instanceof UnifiError) return undefined;
    throw error;
  }
}

async function addDevices(
  em: EntityManager,
  controller: Controller,
  place: number,
  console: ConsoleReading,
  at: Date,
): Promise<Place[]> {
  const nothing = { devices: [], clients: [] };
  const { devices } = observe(nothing, infer(nothing, { at, consoles: [console] }), false);
  const begin = new Date(at.getTime() - historyDays * day);
  const added = devices.map((device) =>
    Object.assign(new Device(), {
      ...device,
      controller,
      stateSince: device.state === 'online' ? begin : at,
    }),
  );
  em.persist(added);
  await em.flush();
  return added.map((device) => ({ device, controller: place, siteName: console.name }));
}

/** The changes of states that `episodes` and `blinds` describe. Before and between them, all is well. */
function statesOf(
  controllers: readonly Controller[],
  places: readonly Place[],
  episodes: readonly Episode<Place>[],
  now: Date,
): StateChange[] {
  const begin = new Date(now.getTime() - historyDays * day);
  const found = new Map<string, StateChange>();
  const add = (
    { device: { hostId, mac }, controller }: Place,
    at: Date,
    change: Pick<StateChange, 'state'> & Partial<StateChange>,
  ) => {
    const row = { controller: controllers[controller]!, hostId, mac, at, ...change };
    found.set(`${row.mac} ${row.hostId} ${at.getTime()}`, Object.assign(new StateChange(), row));
  };
  for (const place of places) {
    add(place, begin, { state: 'online', downPorts: [] });
    // What is down as monitoring starts isn't a change that the first round would store.
    const { state, stateReason } = place.device;
    if (state !== 'online')
      add(place, now, { state, stateReason: state === 'impaired' ? stateReason : null });
  }
  for (const { place, condition, ago, lasted, nth } of episodes) {
    const [since, until] = periodOf(now, ago, lasted);
    if (condition === AlertCondition.device_offline) add(place, since, { state: 'offline' });
    else if (condition === AlertCondition.port_down)
      add(place, since, { state: 'online', downPorts: [troubledPort(nth)] });
    else continue;
    add(place, until, { state: 'online', downPorts: [] });
  }
  for (const { controller, ago, lasted, consoleOnly } of blinds) {
    const place = places.find((one) => one.controller === controller);
    if (!place || !consoleOnly) continue;
    const [since, until] = periodOf(now, ago, lasted);
    add(place, since, { mac: '', state: 'disconnected' });
    add(place, until, { mac: '', state: 'connected' });
  }
  for (const controller of controllers) controller.statesSince = begin;
  return [...found.values()];
}

/** As its alert has them: in whole minutes. */
function periodOf(now: Date, ago: number, lasted: number): [since: Date, until: Date] {
  const since = new Date(Math.floor((now.getTime() - ago) / minute) * minute);
  return [since, new Date(since.getTime() + lasted)];
}

/** When the controller and its console were reachable. The latest intervals are ongoing. */
function stretchesOf(
  controller: Controller,
  place: number,
  console: string,
  now: Date,
): ReachabilityInterval[] {
  const stretches: ReachabilityInterval[] = [];
  const add = (hostId: string, began: Date, seen: boolean, problem: string | null = null) => {
    const stretch: ReachabilityInterval = Object.assign(new ReachabilityInterval(), {
      controller,
      hostId,
      began,
      until: null,
      seen,
      problem,
    });
    stretches.push(stretch);
    return stretch;
  };
  const begin = new Date(now.getTime() - historyDays * day);
  let open = [add('', begin, true), add(console, begin, true)];
  const own = blinds.filter(({ controller: of }) => of === place).sort((a, b) => b.ago - a.ago);
  for (const { ago, lasted, problem, consoleOnly } of own) {
    const from = new Date(now.getTime() - ago);
    const until = new Date(from.getTime() + lasted);
    const ended = open.filter(({ hostId }) => !consoleOnly || hostId !== '');
    for (const one of ended) one.until = from;
    if (problem) add(consoleOnly ? console : '', from, false, problem).until = until;
    open = [
      ...open.filter((one) => !ended.includes(one)),
      ...ended.map(({ hostId }) => add(hostId, until, true)),
    ];
  }
  return stretches;
}
