import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { makeNetwork, smallOffice, type Network } from '#api/demo/unifi/network.ts';
import type { KeyOptions } from '#api/demo/unifi/network-build.ts';
import { startUnifi, type UnifiOptions, type UnifiStandIn } from '#api/demo/unifi/unifi.ts';
import type { Claim } from '#api/features/watch/claim.store.ts';
import { poll } from '#api/features/watch/poll.service.ts';
import { as } from './as.ts';
import { emptyDatabase } from './database.ts';
import { expectInvariants } from './invariants.ts';
import { addPerson, type Person } from './people.ts';
import { rest } from './rest.ts';
import { startServer, type Running } from './running.ts';

/** Noon of today, UTC: chosen times then stay within one day of the database's own clock. */
const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));

/** The true time as minutes after noon, and in the morning the first of them. */
export const present = Math.max(1, Math.floor((Date.now() - noon.getTime()) / 60_000));

/** So many minutes after noon, as the API writes a time. */
export const time = (minutes: number): string => new Date(noon.getTime() + minutes * 60_000).toISOString();

/** Waits for something that happens by itself. @throws when it does not happen in time, milliseconds */
export async function until(holds: () => Promise<boolean> | boolean, patience = 8000): Promise<void> {
  const giveUp = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error('Not seen in time');
    await sleep(25);
  }
}

interface Beginning extends Partial<UnifiOptions> {
  keys?: KeyOptions[];
  realTime?: boolean;
}

/** The whole server with a stand-in for UniFi. The test sets the clock and starts the rounds. */
export class Rounds {
  unifi!: UnifiStandIn;
  alice!: Person;
  /** Whatever a test opens; closed after it. */
  private opened: { close(): unknown }[] = [];

  private constructor(public running: Running) {}

  static async start(config: Parameters<typeof startServer>[0] = {}): Promise<Rounds> {
    return new Rounds(await startServer(config));
  }

  get network(): Network {
    return this.unifi.network;
  }

  /** An empty database with Alice in it, a fresh network, and noon on the clock unless real time is wanted. */
  async begin({ keys = [smallOffice], realTime = false, ...options }: Beginning = {}): Promise<void> {
    if (!realTime) this.at(0);
    await emptyDatabase();
    this.unifi = await startUnifi({ network: makeNetwork({ now: () => Date.now(), keys }), ...options });
    this.running.app.config.unifiApiUrl = this.unifi.url;
    this.alice = await this.person('Alice');
  }

  /** A person with a team that has no controllers and rules. */
  async person(firstName: string): Promise<Person> {
    const person = await addPerson(this.running, { firstName });
    await this.rows('delete from alert_rule where team_id = ?', [person.teamId]);
    // The clock of rounds leaps: that is not idleness.
    await this.rows("update session set last_seen_at = last_seen_at + interval '1 year' where id = ?", [
      person.sessionId,
    ]);
    return person;
  }

  /** Sets the clock to so many minutes after noon. */
  at(minutes: number): void {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(time(minutes)) });
  }

  later<T extends { close(): unknown }>(opened: T): T {
    this.opened.push(opened);
    return opened;
  }

  /** Whatever a test did to the watch, the invariants hold after it, unless it broke them itself. */
  async end({ isBroken = false } = {}): Promise<void> {
    if (!isBroken) await expectInvariants(this.running);
    for (const one of this.opened.splice(0).reverse()) await one.close();
    await this.unifi.close();
    vi.useRealTimers();
  }

  /** A REST call as Alice. */
  async rest<Body = Record<string, unknown>>(
    call: `${string} /api/${string}`,
    body?: unknown,
  ): Promise<{ status: number; body: Body }> {
    const [method = 'get', path = ''] = call.split(' ');
    const answer = await rest(this.alice)[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](
      path,
      body,
    );
    return { status: answer.status, body: answer.body };
  }

  /** A GraphQL request as Alice. */
  async ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
    const { data, errors } = await as(this.alice).ask(query, variables);
    if (!data || errors) throw new Error(`The query was refused: ${JSON.stringify(errors)}`);
    return data as Data;
  }

  /** The figures of Alice's dashboard. */
  async figures(): Promise<Record<string, number>> {
    const query =
      '{ monitoringSummary { totalDevices onlineDevices offlineDevices impairedDevices unknownDevices } }';
    const { monitoringSummary } = await this.ask<{ monitoringSummary: Record<string, number> }>(query);
    return monitoringSummary;
  }

  rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.running.app.orm.em.execute<Row[]>(sql, values);
  }

  /** Adds a controller the way a person does. @returns its id */
  async addController(apiKey = 'test-key', name = 'Office'): Promise<string> {
    const { status, body } = await this.rest('POST /api/controllers', { name, apiKey });
    if (status !== 200) throw new Error(`The controller was refused: ${JSON.stringify(body)}`);
    return String(body['id']);
  }

  /** Adds a rule the way a person does: something offline for a minute. @returns its id */
  async addRule(input: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.rest('POST /api/alert-rules', {
      name: 'Anything down',
      condition: 'device_offline',
      duration: 1,
      ...input,
    });
    if (status !== 200) throw new Error(`The rule was refused: ${JSON.stringify(body)}`);
    return String(body['id']);
  }

  /** Takes the claim of a controller as a worker does, at the time on the test's clock. */
  async claim(controllerId: string): Promise<Claim> {
    const dueAt = new Date();
    const until = new Date(dueAt.getTime() + 120_000);
    await this.rows('update controller set claimed_until = ? where id = ?', [until, controllerId]);
    return { controllerId, dueAt, until };
  }

  /** One round so many minutes after noon. Where the call budget makes it wait, only the test's clock moves on. */
  async round(controllerId: string, minutes?: number, callTimeoutMs?: number): Promise<void> {
    if (minutes !== undefined) this.at(minutes);
    await this.read(await this.claim(controllerId), callTimeoutMs);
  }

  /** The round that is due at this time, or late when the clock has passed it already. */
  async roundDue(controllerId: string, dueAt: Date): Promise<void> {
    vi.setSystemTime(Math.max(Date.now(), dueAt.getTime()));
    await this.read({ ...(await this.claim(controllerId)), dueAt });
  }

  private async read(claim: Claim, callTimeoutMs?: number): Promise<void> {
    const wait = async (ms: number) => void vi.setSystemTime(Date.now() + ms);
    const patience = { callTimeoutMs, ...(vi.isFakeTimers() && { wait }) };
    await poll(this.running.app, claim, new AbortController().signal, patience);
  }

  /** The program ends and starts again, with nothing but what it stored. */
  async restart(): Promise<void> {
    const { databaseUrl, app, close } = this.running;
    const { pollIntervalSeconds, unifiApiUrl } = app.config;
    await close();
    this.running = await startServer({ databaseUrl });
    Object.assign(this.running.app.config, { pollIntervalSeconds, unifiApiUrl });
    this.alice.server = this.running;
  }

  /** A round whose program ends as it begins to ask single devices, after it has judged what the lists say. */
  async roundCutShort(controllerId: string, dueAt: Date): Promise<void> {
    await this.roundEnded(controllerId, dueAt, '/devices/');
  }

  /**
   * A round whose program is killed once it has made a call to such a path. Its claim stays until it runs out, and the next
   * node starts with nothing but what was stored.
   */
  async roundKilled(controllerId: string, dueAt: Date, path: string): Promise<void> {
    if (!(await this.roundEnded(controllerId, dueAt, path))) throw new Error(`Not killed at ${path}`);
    const claimedUntil = new Date(Date.now() + 20_000);
    await this.rows('update controller set claimed_until = ?, claimed_by = gen_random_uuid() where id = ?', [
      claimedUntil,
      controllerId,
    ]);
    await this.restart();
    vi.setSystemTime(claimedUntil.getTime() + 1000);
  }

  /** @returns whether the round came as far as such a path */
  private async roundEnded(controllerId: string, dueAt: Date, path: string): Promise<boolean> {
    vi.setSystemTime(Math.max(Date.now(), dueAt.getTime()));
    const stop = new AbortController();
    const { step } = this.network;
    this.network.step = (now) => {
      step?.(now);
      if (this.unifi.requests.at(-1)?.path.includes(path)) stop.abort();
    };
    const wait = async (ms: number) => void vi.setSystemTime(Date.now() + ms);
    await poll(this.running.app, { ...(await this.claim(controllerId)), dueAt }, stop.signal, { wait });
    this.network.step = step;
    return stop.signal.aborted;
  }

  /** The open alerts of a controller, as Alice sees them. */
  async alerts(controllerId: string): Promise<ShownAlert[]> {
    const { status, body } = await this.rest<{ alerts: ShownAlert[] }>(
      `GET /api/controllers/${controllerId}/alerts`,
    );
    if (status !== 200) throw new Error(`The alerts were refused: ${JSON.stringify(body)}`);
    return body.alerts;
  }

  /** A controller, as Alice sees it. */
  async controller(controllerId: string): Promise<Record<string, unknown>> {
    const { body } = await this.rest<Record<string, unknown>[]>('GET /api/controllers');
    const found = body.find(({ id }) => id === controllerId);
    if (!found) throw new Error('The controller is not listed');
    return found;
  }

  /** Events about alerts so far, oldest first, with the device they are about; fails on a gap in the whole sequence. */
  async history(): Promise<string[]> {
    const events = await this.rows<{ seq: string; kind: string; about: string | null }>(
      `select seq, kind, coalesce(alert.device_name, 'gone') as about
         from event left join alert on alert.id = alert_id where event.team_id = ? order by seq`,
      [this.alice.teamId],
    );
    events.forEach(({ seq }, at) => {
      if (Number(seq) !== at + 1) throw new Error(`Event ${at + 1} is numbered ${seq}`);
    });
    return events.filter(({ kind }) => kind !== 'controller').map(({ kind, about }) => `${kind} ${about}`);
  }

  /**
   * Nothing is open twice, events are numbered without gaps, and the events of every alert begin with raised and end,
   * when it is over, with resolved; one that came back was raised and resolved in turns. A ticket goes on after the end.
   */
  async isSound(): Promise<void> {
    const twice = await this.rows(
      `select rule_id, subject from alert where resolved_at is null group by 1, 2 having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    await this.history();
    const told = await this.rows<{ kinds: string; resolved: boolean | null; ticket: boolean }>(
      `select string_agg(kind, ' ' order by seq) as kinds,
              (select resolved_at is not null from alert where id = event.alert_id) as resolved,
              exists (select from halopsa_ticket where alert_id = event.alert_id) as ticket
         from event where alert_id is not null group by event.alert_id`,
    );
    for (const { kinds, resolved, ticket } of told) {
      const time = `raised( changed)* resolved${ticket ? '( changed)*' : ''}`;
      expect(kinds).toMatch(new RegExp(resolved ? `^(${time} ?)+$` : `^(${time} )*raised( changed)*$`));
    }
  }
}

/** An alert as REST shows it. */
export interface ShownAlert {
  acknowledgedAt: string | null;
  id: string;
  message: string;
  severity: string;
  type: string;
  deviceName: string | null;
  siteId: string;
  since: string;
  timestamp: string;
  unknownSince: string | null;
  resolvedAt: string | null;
}
