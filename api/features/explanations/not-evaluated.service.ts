import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { memoize } from '#api/lib/concurrency.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { conditions } from '../alerts/condition.ts';
import { Controller } from '../controllers/controller.entity.ts';
import type { Device } from '../controllers/device.entity.ts';
import { problemText } from '../unifi/errors.ts';
import type { EvaluationGap } from '../unifi/reading.ts';
import type { NotEvaluated } from './explanation.ts';

type Watched = Pick<Controller, 'id' | 'evaluationGaps'>;

/** Everything that has gone unevaluated for too long, computed once per request. */
const found = new WeakMap<CustomerContext, Promise<{ rules: AlertRule[]; controllers: Watched[] }>>();

function everything(ctx: CustomerContext) {
  return memoize(found, ctx, async () => {
    const { team } = ctx.viewer;
    const em = ctx.em.fork();
    const rules = await em.find(AlertRule, { team, isActive: true });
    const controllers = await queryRows(
      em,
      { id: tables.controller.id, evaluationGaps: tables.controller.evaluation_gaps },
      `select id, evaluation_gaps as "evaluationGaps" from controller
        where team_id = ? and not over_limit and evaluation_gaps <> '[]'`,
      [team.id],
    );
    return { rules, controllers };
  });
}

/** What a rule can't evaluate, by controller and reason. */
export async function notEvaluatedBy(ctx: CustomerContext, rule: AlertRule): Promise<NotEvaluated[]> {
  const { controllers } = await everything(ctx);
  return controllers.flatMap((controller) => summarize(rule.isActive ? [rule] : [], controller));
}

/** What can't be evaluated on a controller by any rule that needs it. */
export async function notEvaluatedOn(ctx: CustomerContext, { id }: { id: string }): Promise<NotEvaluated[]> {
  const { rules, controllers } = await everything(ctx);
  return controllers.filter((one) => one.id === id).flatMap((one) => summarize(rules, one));
}

/** What can't be evaluated on a device by any rule that needs it. */
export async function notEvaluatedAt(ctx: CustomerContext, device: Device): Promise<NotEvaluated[]> {
  const { rules, controllers } = await everything(ctx);
  const isAbout = ({ hostId, mac }: EvaluationGap) =>
    (hostId ?? device.hostId) === device.hostId && (mac ?? device.mac) === device.mac;
  return controllers
    .filter(({ id }) => id === device.controller.id)
    .flatMap((one) => summarize(rules, { ...one, evaluationGaps: one.evaluationGaps.filter(isAbout) }));
}

/** Gaps that have lasted longer than the duration of a rule, one for each reason. */
function summarize(rules: AlertRule[], { id, evaluationGaps }: Watched): NotEvaluated[] {
  const now = Date.now();
  const groups = new Map<string, NotEvaluated & { macs: Set<string>; isWhole: boolean }>();
  for (const { condition, duration, siteId, controllerId } of rules) {
    if ((controllerId ?? id) !== id) continue;
    for (const { need, hostId, mac, since, problem } of evaluationGaps) {
      const isCovered = need === conditions[condition].needs && (!siteId || !hostId || siteId === hostId);
      if (!isCovered || now - Date.parse(since) <= duration * 60_000) continue;
      const reason = problemText(problem);
      const group = groups.get(reason) ?? {
        since: new Date(since),
        reason,
        conditions: [],
        controllerId: id,
        deviceCount: null,
        macs: new Set<string>(),
        isWhole: false,
      };
      groups.set(reason, group);
      if (new Date(since) < group.since) group.since = new Date(since);
      if (!group.conditions.includes(condition)) group.conditions.push(condition);
      if (mac === undefined) group.isWhole = true;
      else group.macs.add(`${mac} ${hostId}`);
    }
  }
  return [...groups.values()].map(({ macs, isWhole, ...group }) => ({
    ...group,
    deviceCount: isWhole ? null : macs.size,
  }));
}
