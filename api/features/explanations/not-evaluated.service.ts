import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { runYielding, memoize } from '#api/lib/concurrency.ts';
import type { Steps } from '#api/lib/steps.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { conditions } from '../alerts/condition.ts';
import { isUnlimited, matchedDevice, matcherOf, type MatchedDevice } from '../alerts/rule-scope.ts';
import { Controller } from '../controllers/controller.entity.ts';
import type { Device } from '../controllers/device.entity.ts';
import { sitesOf, type KnownSite } from '../sites/team-sites.store.ts';
import { problemText } from '../unifi/errors.ts';
import type { EvaluationGap } from '../unifi/reading.ts';
import type { NotEvaluated } from './explanation.ts';

type Watched = Pick<Controller, 'id' | 'evaluationGaps'>;

/** Whether a gap on a controller is about something that the rule covers. */
type Concerns = (rule: AlertRule, controllerId: string, gap: EvaluationGap) => Steps<boolean>;

interface Everything {
  rules: AlertRule[];
  controllers: Watched[];
  concerns: Concerns;
}

/** Everything that has gone unevaluated for too long, computed once per request. */
const found = new WeakMap<ViewerContext, Promise<Everything>>();

function everything(ctx: ViewerContext): Promise<Everything> {
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
    const isScoped = rules.some((rule) => !coversAll(rule)) && controllers.length > 0;
    return { rules, controllers, concerns: isScoped ? await scopedConcerns(em, team.id) : always };
  });
}

function* always(): Steps<boolean> {
  yield;
  return true;
}

const coversAll = ({ scope, exceptions }: AlertRule): boolean =>
  isUnlimited(scope) && exceptions.length === 0;

async function scopedConcerns(em: EntityManager, teamId: string): Promise<Concerns> {
  const { controller_id, host_id, mac, name, model, role } = tables.device;
  const devices = await queryRows(
    em,
    { controllerId: controller_id, hostId: host_id, mac, name, model, role },
    `select d.controller_id as "controllerId", d.host_id as "hostId", d.mac, d.name, d.model, d.role
       from device d join controller c on c.id = d.controller_id
      where c.team_id = ? and c.evaluation_gaps <> '[]' and d.left_at is null and not d.over_limit`,
    [teamId],
  );
  const sites = new Map((await sitesOf(em, teamId)).map((site) => [site.hostId, site]));
  const siteAt = (hostId: string): Pick<KnownSite, 'hostId' | 'customerId' | 'tags'> =>
    sites.get(hostId) ?? { hostId, customerId: null, tags: [] };
  const byController = new Map<string, Map<string, MatchedDevice[]>>();
  for (const [controllerId, own] of Map.groupBy(devices, (device) => device.controllerId)) {
    const byHost = Map.groupBy(own, ({ hostId }) => hostId);
    byController.set(
      controllerId,
      new Map([...byHost].map(([hostId, all]) => [hostId, all.map(matchedDevice)])),
    );
  }
  const matchers = new Map<AlertRule, ReturnType<typeof matcherOf>>();
  return function* (rule, controllerId, { hostId, mac }) {
    if (coversAll(rule)) return true;
    const matcher = matchers.get(rule) ?? matcherOf(rule.scope, rule.exceptions);
    matchers.set(rule, matcher);
    const hosts = byController.get(controllerId) ?? new Map<string, MatchedDevice[]>();
    if (hostId === undefined) {
      for (const [one, all] of hosts) if (yield* matcher.coversSite(siteAt(one), all)) return true;
      return false;
    }
    const there = hosts.get(hostId) ?? [];
    if (mac === undefined) return yield* matcher.coversSite(siteAt(hostId), there);
    return !matcher.mismatch(siteAt(hostId), there.find((device) => device.mac === mac) ?? { mac });
  };
}

/** What a rule can't evaluate, by controller and reason. */
export async function notEvaluatedBy(ctx: ViewerContext, rule: AlertRule): Promise<NotEvaluated[]> {
  const { controllers, concerns } = await everything(ctx);
  const rules = rule.isActive ? [rule] : [];
  return summarizeAll(rules, controllers, concerns);
}

/** What can't be evaluated on a controller by any rule that needs it. */
export async function notEvaluatedOn(ctx: ViewerContext, { id }: { id: string }): Promise<NotEvaluated[]> {
  const { rules, controllers, concerns } = await everything(ctx);
  return summarizeAll(
    rules,
    controllers.filter((one) => one.id === id),
    concerns,
  );
}

/** What can't be evaluated on a device by any rule that needs it. */
export async function notEvaluatedAt(ctx: ViewerContext, device: Device): Promise<NotEvaluated[]> {
  const { rules, controllers, concerns } = await everything(ctx);
  const isAbout = ({ hostId, mac }: EvaluationGap) =>
    (hostId ?? device.hostId) === device.hostId && (mac ?? device.mac) === device.mac;
  const isOfDevice: Concerns = (rule, id, gap) =>
    concerns(rule, id, { ...gap, hostId: device.hostId, mac: device.mac });
  const own = controllers
    .filter(({ id }) => id === device.controller.id)
    .map((one) => ({ ...one, evaluationGaps: one.evaluationGaps.filter(isAbout) }));
  return summarizeAll(rules, own, isOfDevice);
}

async function summarizeAll(
  rules: AlertRule[],
  controllers: readonly Watched[],
  concerns: Concerns,
): Promise<NotEvaluated[]> {
  const found: NotEvaluated[] = [];
  for (const controller of controllers)
    found.push(...(await runYielding(summarize(rules, controller, concerns))));
  return found;
}

/** Gaps that have lasted longer than the duration of a rule, one for each reason. */
function* summarize(
  rules: AlertRule[],
  { id, evaluationGaps }: Watched,
  concerns: Concerns,
): Steps<NotEvaluated[]> {
  const now = Date.now();
  const groups = new Map<string, NotEvaluated & { macs: Set<string>; isWhole: boolean }>();
  for (const rule of rules) {
    const { condition, duration, siteId, controllerId } = rule;
    if ((controllerId ?? id) !== id) continue;
    for (const gap of evaluationGaps) {
      const { need, hostId, mac, since, problem } = gap;
      const isCovered = need === conditions[condition].needs && (!siteId || !hostId || siteId === hostId);
      if (!isCovered || now - Date.parse(since) <= duration * 60_000) continue;
      yield;
      if (!(yield* concerns(rule, id, gap))) continue;
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
