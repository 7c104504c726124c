import { randomUUID } from 'node:crypto';
import { bool, int, json, orNull } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { changeRows, queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { zoneOf, type ViewerContext } from '#api/graphql/context.ts';
import { addJob } from '#api/jobs/queue.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import type { AlertRule } from '../../alerts/alert-rule.entity.ts';
import type { AlertRuleChanges } from '../../alerts/alert-rule.input.ts';
import { draftRule } from '../../alerts/alert-rules.service.ts';
import { conditions } from '../../alerts/condition.ts';
import type { Rule } from '../evaluate/types.ts';
import type { BacktestResult as StoredResult, Run } from './backtest.ts';
import { extentOf } from './load-request.store.ts';
import type { RunAlert } from './run-rule.ts';
import { RuleBacktestStatus, type BacktestInput } from './backtest.entity.ts';
import {
  BacktestGapKind,
  BacktestLimitCode,
  type BacktestAlert,
  type BacktestResult,
  type ShownBacktest,
} from './backtest.types.ts';

/** Periods that can be evaluated, in days. */
export const periods = [7, 30];

interface Start {
  ruleId: string | null;
  input: AlertRuleChanges;
  days: number;
  compare: boolean;
}

/**
 * Starts to run a draft over the past, and the saved rule with it if they are compared. Replaces an earlier one of the same
 * person, which stops if it is still running.
 * @throws Invalid, NotFound, TooMany
 */
export async function startBacktest(
  ctx: ViewerContext,
  { ruleId, input, days, compare }: Start,
): Promise<ShownBacktest> {
  if (!periods.includes(days)) throw new Invalid({ days: 'Choose 7 or 30 days' });
  const { viewer } = ctx;
  const draft = ruleOf(await draftRule(ctx, ruleId, input, { isWhole: true }));
  const saved = compare && ruleId ? ruleOf(await draftRule(ctx, ruleId, {}, { isWhole: true })) : undefined;
  const rules = saved ? [draft, { ...saved, id: 'saved' }] : [draft];
  chargeRows(ctx, (await historyCount(ctx, rules, ruleId)) * days * rules.length);
  const id = randomUUID();
  const wanted: BacktestInput = {
    days,
    rules,
    ruleId,
    timeZone: zoneOf(ctx),
  };
  await ctx.em.transactional(async (em) => {
    await em.execute('delete from rule_backtest where user_id = ?', [viewer.user.id], 'run');
    await em.execute(
      `insert into rule_backtest (id, team_id, user_id, status, input) values (?, ?, ?, 'waiting', ?::json)
       on conflict (user_id) do update set id = excluded.id, team_id = excluded.team_id, status = excluded.status,
         input = excluded.input, progress = 0, reported_at = null, result = null, created_at = now()`,
      [id, viewer.team.id, viewer.user.id, JSON.stringify(wanted)],
      'run',
    );
    await addJob(em, 'run-backtest', { id }, { maxAttempts: 1 });
  });
  return { id, status: RuleBacktestStatus.waiting, progress: 0, result: null };
}

const ruleOf = (rule: AlertRule): Rule => ({
  id: 'draft',
  name: rule.name ?? '',
  condition: rule.condition,
  controllerId: rule.controllerId,
  siteId: rule.siteId ?? null,
  scope: rule.scope,
  exceptions: rule.exceptions,
  threshold: rule.threshold ?? null,
  durationMinutes: rule.duration,
  fold: rule.fold,
  channels: rule.channels,
  ticketSeverities: rule.haloEnabled ? rule.haloSeverityLevels : [],
});

/** Devices and internet lines whose history is read, also of other controllers. Each has a row per day. */
async function historyCount(
  { em, viewer }: ViewerContext,
  rules: Rule[],
  ruleId: string | null,
): Promise<number> {
  const { controllerIds, needsLines } = await extentOf(em, { teamId: viewer.team.id, rules, ruleId });
  const [row] = await queryRows(
    em,
    { count: int },
    `with own as (select id from controller where team_id = ? and (? or id = any(?::uuid[])))
     select ((select count(*) from device where controller_id in (select id from own))
           + (select count(*) from wan where ? and has_been_up and controller_id in (select id from own)))::int as count`,
    [viewer.team.id, controllerIds === null, `{${[...(controllerIds ?? [])].join(',')}}`, needsLines],
  );
  return row!.count;
}

/** Milliseconds without a report after which the node that computed it is taken for dead. */
const silentMs = 15_000;

/** @throws NotFound for one of someone else, or one that was replaced */
export async function findBacktest({ em, viewer }: ViewerContext, id: string): Promise<ShownBacktest> {
  const { status, progress, input, result } = tables.rule_backtest;
  const [row] = isId(id)
    ? await queryRows(
        em,
        { status, progress, input, result, isSilent: orNull(bool) },
        `select status, progress, input, result,
                status = 'running' and reported_at < now() - ? * interval '1 millisecond' as "isSilent"
           from rule_backtest where id = ? and team_id = ? and user_id = ?`,
        [silentMs, id, viewer.team.id, viewer.user.id],
      )
    : [];
  if (!row) throw new NotFound('Backtest');
  return {
    id,
    status: row.isSilent ? RuleBacktestStatus.failed : row.status,
    progress: row.progress,
    result: row.result ? shown(row.result, row.input) : null,
  };
}

/** A page of the alerts of one run. */
export async function backtestAlerts(
  { em, viewer }: ViewerContext,
  id: string,
  { run, first, skip }: { run: number; first: number; skip: number },
): Promise<BacktestAlert[]> {
  const [row] = isId(id)
    ? await queryRows(
        em,
        { alerts: json<RunAlert[]>() },
        `select coalesce(json_agg(alert), '[]') as alerts from rule_backtest
           left join lateral (select alert from jsonb_array_elements(result -> 'runs' -> ? -> 'alerts')
                                with ordinality as listed (alert, nth) order by nth limit ? offset ?) as page on true
          where id = ? and team_id = ? and user_id = ? group by id`,
        [run, first, skip, id, viewer.team.id, viewer.user.id],
      )
    : [];
  if (!row) throw new NotFound('Backtest');
  return row.alerts.filter(Boolean).map(({ since, raisedAt, until, ...alert }) => ({
    ...alert,
    since: new Date(since),
    raisedAt: new Date(raisedAt),
    until: until === null ? null : new Date(until),
  }));
}

/** Stops a backtest and forgets it. @throws NotFound for one of someone else, or one that was replaced */
export async function cancelBacktest({ em, viewer }: ViewerContext, id: string): Promise<string> {
  const own = isId(id)
    ? await changeRows(em, 'delete from rule_backtest where id = ? and team_id = ? and user_id = ?', [
        id,
        viewer.team.id,
        viewer.user.id,
      ])
    : 0;
  if (own === 0) throw new NotFound('Backtest');
  return id;
}

function shown(result: StoredResult, { rules, ruleId }: BacktestInput): BacktestResult {
  return {
    ...result,
    from: new Date(result.from),
    until: new Date(result.until),
    runs: result.runs.map((run, nth) => shownRun(run, rules[nth]!)),
    gaps: result.gaps.map(({ from, until, kind }) => ({
      from: new Date(from),
      until: new Date(until),
      kind: BacktestGapKind[kind],
    })),
    suggestions: result.suggestions.map((one) => ({
      ...one,
      fewerMessages: ruleId ? one.fewerMessages : null,
    })),
    limits: result.limits.map(({ code, deviceCount: count, until }) => ({
      code: BacktestLimitCode[code],
      deviceCount: count,
      until: until === null ? null : new Date(until),
    })),
  };
}

const shownRun = ({ alerts, ...run }: Run, { condition, threshold, durationMinutes }: Rule) => ({
  ...run,
  threshold: threshold ?? conditions[condition].measure?.defaultThreshold ?? null,
  duration: durationMinutes,
  listed: alerts.length,
});
