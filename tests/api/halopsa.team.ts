import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { AlertEntry, AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import {
  AlertCondition,
  AlertResolution,
  AlertSeverity,
  AlertType,
} from '#api/features/alerts/alert.enums.ts';
import { writeTransitions as enterTimeline, type NewEntry } from '#api/features/alerts/transition.store.ts';
import { HalopsaTicket } from '#api/features/halopsa/tickets/halopsa-ticket.entity.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { startHalopsa, type HalopsaStandIn } from '#api/demo/halopsa/halopsa.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { doubleTickets } from '#tests/support/invariants.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest, type RestAnswer } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

/** Alice's team beside a stand-in for HaloPSA; jobs run when the test says so. */
export class HalopsaTeam {
  cast!: Cast;
  halo!: HalopsaStandIn;
  ruleId!: string;

  private constructor(readonly running: Running) {}

  static async start(): Promise<HalopsaTeam> {
    // A recovery is told at once: two readings last no time here.
    const config = { outboundAllow: ['127.0.0.1'], pollIntervalSeconds: 0 };
    return new HalopsaTeam(await startServer({ config }));
  }

  /** An empty database, a fresh tenant, and a rule whose critical alerts want a ticket at Contoso's main site. */
  async begin({ tenant = 'lantern' as string | null, connected = true } = {}): Promise<void> {
    await emptyDatabase();
    this.cast = await enter(this.running);
    this.halo = await startHalopsa({ tenant });
    if (connected) {
      const { status, text } = await this.connect();
      if (status !== 200) throw new Error(`HaloPSA was not connected: ${text}`);
      await runJobs(this.running);
    }
    const em = this.rows();
    const rule = em.assign(new AlertRule(), {
      team: this.cast.alice.teamId,
      name: 'Anything down',
      condition: AlertCondition.device_offline,
      haloEnabled: true,
      haloClientId: 246,
      haloClientName: 'Contoso Dental',
      haloSiteId: 553,
      haloSiteName: 'Main',
      haloPriority: 5,
      haloCategory: 7,
      haloCategoryName: 'Hardware>Network',
    });
    await em.persist(rule).flush();
    this.ruleId = rule.id;
    this.halo.requests.length = 0;
  }

  /** Whatever HaloPSA did, no alert has two open tickets there. */
  async end(): Promise<void> {
    const doubled = doubleTickets(this.halo.tickets);
    await this.halo.close();
    expect(doubled).toEqual([]);
  }

  connect(changes: Record<string, unknown> = {}): Promise<RestAnswer> {
    const { authServer, resourceServer, clientId, clientSecret } = this.halo;
    return rest(this.cast.alice).post('/api/integrations/halopsa', {
      authServer,
      resourceServer,
      clientId,
      clientSecret,
      ...changes,
    });
  }

  rows() {
    return this.running.app.orm.em.fork();
  }

  /** Changes the rule that wants tickets. */
  async changeRule(fields: Partial<AlertRule>): Promise<void> {
    await this.rows().nativeUpdate(AlertRule, { id: this.ruleId }, fields);
  }

  /** Raises an alert of the rule as a round does. @returns its id */
  async raise(deviceName = 'AP Lobby', fields: Partial<Alert> = {}): Promise<string> {
    const { teamId, controllerId } = this.cast.alice;
    return this.rows().transactional(async (em) => {
      await lockTeam(em, teamId);
      const alert = em.assign(new Alert(), {
        team: teamId,
        controller: controllerId,
        rule: this.ruleId,
        ruleName: 'Anything down',
        subject: randomUUID(),
        type: AlertType.device_offline,
        severity: AlertSeverity.critical,
        deviceName,
        deviceMac: 'AABBCCDDEEFF',
        siteId: 'HOST:1',
        siteName: 'Head Office',
        since: new Date(),
        timestamp: new Date(),
        ...fields,
      });
      await em.persist(alert).flush();
      await enterTimeline(em, teamId, [{ kind: AlertEntryKind.raised, alertId: alert.id, at: new Date() }]);
      return alert.id;
    });
  }

  resolve(alertId: string): Promise<void> {
    const resolved = { resolvedAt: new Date(), resolution: AlertResolution.recovered };
    return this.change(alertId, AlertEntryKind.resolved, resolved);
  }

  /** It turns out to be part of another alert. */
  fold(alertId: string, causeId: string): Promise<void> {
    const folded = { resolvedAt: new Date(), resolution: AlertResolution.folded, causeAlert: causeId };
    return this.change(alertId, AlertEntryKind.folded, folded as unknown as Partial<Alert>);
  }

  comeBack(alertId: string): Promise<void> {
    return this.change(alertId, AlertEntryKind.flapping, { resolvedAt: null, resolution: null });
  }

  escalate(alertId: string): Promise<void> {
    return this.change(alertId, AlertEntryKind.escalated, { severity: AlertSeverity.critical });
  }

  /** It was offline for a minute, and is only impaired again. */
  async escalateAndEase(alertId: string): Promise<void> {
    const down = { type: AlertType.device_offline, severity: AlertSeverity.critical };
    const now = Date.now();
    const line = { params: down, since: new Date(now - 60_000) };
    await this.change(alertId, AlertEntryKind.escalated, down, line);
    const impaired = { type: AlertType.device_impaired, severity: AlertSeverity.error, since: new Date(now) };
    await this.change(alertId, AlertEntryKind.eased, impaired);
  }

  private async change(
    alertId: string,
    kind: AlertEntryKind,
    fields: Partial<Alert>,
    line: Pick<NewEntry, 'params' | 'since'> = {},
  ): Promise<void> {
    const { teamId } = this.cast.alice;
    await this.rows().transactional(async (em) => {
      await lockTeam(em, teamId);
      em.assign(await em.findOneOrFail(Alert, alertId), fields);
      await em.flush();
      await enterTimeline(em, teamId, [{ kind, alertId, at: new Date(), ...line }]);
    });
  }

  /** Runs what is due. */
  work(): Promise<void> {
    return runJobs(this.running);
  }

  /** Time passes: what waits is due, pauses are over, and tickets are looked at. */
  async later(): Promise<void> {
    const { app } = this.running;
    const run = (sql: string) => app.orm.em.execute(sql);
    await run('update graphile_worker._private_jobs set run_at = now()');
    await run('update halopsa_connection set paused_until = null');
    await run('update halopsa_ticket set next_check_at = now() where next_check_at is not null');
    await this.work();
  }

  /** Jobs that wait for their time, with the seconds until then. */
  async waiting(task: string): Promise<number[]> {
    const rows = await this.running.app.orm.em.execute<{ seconds: number }[]>(
      `select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs where task_identifier = ? and run_at > now() order by run_at`,
      [task],
    );
    return rows.map(({ seconds }) => seconds);
  }

  alert(id: string): Promise<Alert> {
    return this.rows().findOneOrFail(Alert, id);
  }

  ticket(alertId: string): Promise<HalopsaTicket> {
    return this.rows().findOneOrFail(HalopsaTicket, { alert: alertId });
  }

  /** The lines of an alert's timeline that are about its ticket. */
  async timeline(alertId: string): Promise<string[]> {
    const entries = await this.rows().find(AlertEntry, { alert: alertId }, { orderBy: { at: 'asc' } });
    return entries
      .filter(({ kind }) => kind.startsWith('ticket_') || kind === AlertEntryKind.acknowledged)
      .map(({ kind, detail, by }) => `${kind}: ${detail ?? by}`);
  }

  /** What was asked of the API, tokens aside. */
  asked(on: string): number {
    return this.halo.requests.filter(({ method, path }) => `${method} ${path}`.startsWith(on)).length;
  }
}
