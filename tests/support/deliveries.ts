import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { startChat, type ChatOptions, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { writeTransitions as enterTimeline, type NewEntry } from '#api/features/alerts/transition.store.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { emptyDatabase } from './database.ts';
import { runJobs } from './mailbox.ts';
import { enter, type Cast, type Owner, type Person } from './people.ts';
import { rest } from './rest.ts';
import type { Running } from './running.ts';

/** Ranges that the stand-ins are in. */
export const loopback = { outboundAllow: ['127.0.0.1'] };

/** A delivery as REST shows it. */
export interface ShownDelivery {
  id: string;
  alertId: string | null;
  channel: string;
  recipient: string;
  kind: string;
  status: string;
  reason: string | null;
  attempts: number;
  notBefore: string | null;
  sentAt: string | null;
  summaryId: string | null;
  summary: {
    id: string;
    status: string;
    reason: string | null;
    notBefore: string | null;
    alerts: number;
  } | null;
  pausedUntil: string | null;
  attemptLog: { status: number | null; outcome: string; answer: string | null; durationMs: number }[];
}

/** The notifications about the alerts of Alice's team, and the services that receive them. */
export class Telling {
  chat!: ChatStandIn;
  cast!: Cast;

  constructor(readonly running: Running) {}

  get alice(): Owner {
    return this.cast.alice;
  }

  /** An empty database with its cast, and places without anything in them. */
  async begin(options: ChatOptions = {}): Promise<void> {
    await emptyDatabase();
    this.cast = await enter(this.running);
    this.chat = await startChat({ limited: false, ...options });
  }

  end(): Promise<void> {
    return this.chat.close();
  }

  rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.running.app.orm.em.execute<Row[]>(sql, values);
  }

  /** Sets a channel up, or again, the way a customer does. @returns its id */
  async channel(type: string, config: object, person: Person = this.alice): Promise<string> {
    const { status, body } = await rest(person).post('/api/integrations', { type, config, isActive: true });
    if (status !== 200) throw new Error(`The channel was refused: ${JSON.stringify(body)}`);
    return (body as { id: string }).id;
  }

  /** A generic webhook at the stand-in, or wherever. @returns its id */
  webhook(webhookUrl = this.chat.hookUrl('ops')): Promise<string> {
    return this.channel('webhook', { enabled: true, webhookUrl });
  }

  /** Creates a rule with these channels. @returns its ID */
  async rule(channels: string[], changes: object = {}): Promise<string> {
    const input = { name: 'Anything down', condition: 'device_offline', channels, ...changes };
    const { status, body } = await rest(this.alice).post('/api/alert-rules', input);
    if (status !== 200) throw new Error(`The rule was refused: ${JSON.stringify(body)}`);
    return (body as { id: string }).id;
  }

  /** Raises alerts as a round does, all in one transaction. @returns their ids */
  raise(rule: string, changes: Partial<Alert> = {}, count = 1): Promise<string[]> {
    return this.running.app.orm.em.fork().transactional((em) => this.raiseIn(em, rule, changes, count));
  }

  /** The same in a transaction of the caller's. */
  async raiseIn(em: EntityManager, rule: string, changes: Partial<Alert> = {}, count = 1): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    const { teamId, controllerId } = this.alice;
    await lockTeam(em, teamId);
    const at = new Date();
    await em.insertMany(
      Alert,
      ids.map((id, n) => ({
        id,
        team: teamId,
        controller: controllerId,
        rule,
        ruleName: 'Anything down',
        subject: id,
        type: AlertType.device_offline,
        severity: AlertSeverity.error,
        deviceName: `AP ${n}`,
        siteId: 'HOST:1',
        siteName: 'Head Office',
        since: at,
        timestamp: at,
        ...changes,
      })),
    );
    const entries = ids.map((alertId) => ({ alertId, kind: AlertEntryKind.raised, at }));
    await enterTimeline(em, teamId, entries);
    return ids;
  }

  /** What a round, or the end of a snooze, does to alerts that are there. */
  async change(
    alertIds: string[],
    kind: AlertEntryKind,
    changes: Partial<Alert> = {},
    line: Pick<NewEntry, 'params' | 'since'> = {},
  ): Promise<void> {
    await this.running.app.orm.em.fork().transactional(async (em) => {
      await lockTeam(em, this.alice.teamId);
      await em.nativeUpdate(Alert, { id: alertIds }, changes);
      const entries = alertIds.map((alertId) => ({ alertId, kind, at: new Date(), ...line }));
      await enterTimeline(em, this.alice.teamId, entries);
    });
  }

  /** Resolves the alerts. By default, enough time has passed for their recoveries to be sent. */
  async resolve(alertIds: string[], resolution = AlertResolution.recovered): Promise<void> {
    await this.change(alertIds, AlertEntryKind.resolved, { resolvedAt: new Date(), resolution });
  }

  comeBack(alertIds: string[]): Promise<void> {
    const again = { resolvedAt: null, resolution: null, flappingSince: new Date() };
    return this.change(alertIds, AlertEntryKind.flapping, again);
  }

  /** So much time passes for whatever waits. */
  async pass(minutes: number): Promise<void> {
    const ago = `- interval '${minutes} minutes'`;
    await this.rows(
      `update delivery set not_before = not_before ${ago}, created_at = created_at ${ago}, sent_at = sent_at ${ago}`,
    );
    await this.rows(
      `update integration set paused_until = paused_until ${ago}, failing_since = failing_since ${ago},
              last_failure_at = last_failure_at ${ago},
              last_delivered_at = last_delivered_at ${ago}`,
    );
  }

  /** Sends the due deliveries, as a worker would. */
  async deliver(): Promise<void> {
    await this.rows('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
    const due = `select from graphile_worker.jobs where task_identifier = 'deliver' and run_at <= now()`;
    // Anyone who looks for jobs goes when the queue of the next one is not free yet.
    do await runJobs(this.running);
    while ((await this.rows(due)).length > 0);
  }

  /** The log as a customer reads it, newest first. */
  async log(query = '', person: Person = this.alice): Promise<ShownDelivery[]> {
    const { status, body } = await rest(person).get(`/api/deliveries${query}`);
    if (status !== 200) throw new Error(`The log was refused: ${JSON.stringify(body)}`);
    return (body as { nodes: ShownDelivery[] }).nodes;
  }

  /** What the generic webhook was posted, oldest first. */
  posts(name = 'ops'): { id: string; type: string; data: Record<string, Record<string, unknown>> }[] {
    return this.chat.requests
      .filter(({ path }) => path.includes(name))
      .map(({ headers, body }) => ({ id: headers['webhook-id'] ?? '', ...JSON.parse(body) }));
  }

  async integration(id: string): Promise<Record<string, unknown>> {
    const { body } = await rest(this.alice).get('/api/integrations');
    return (body as Record<string, unknown>[]).find((one) => one['id'] === id) ?? {};
  }
}
