import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { bool } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { record } from '../audit/audit.service.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import { AlertRule } from './alert-rule.entity.ts';
import { PendingCondition } from './pending-condition.entity.ts';
import { AlertRuleChanges, maxRules, type AlertRuleInput, type SeenRule } from './alert-rule.input.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { lockTeamFor, findOwn } from '../teams/lock-team.store.ts';
import type { NotificationChannel } from './notification-channel.ts';
import { stopWatching } from './alerts.service.ts';
import { requireCustomers } from './rule-scope.service.ts';
import { isUnlimited, namesDevices, patternCount, tidyScope } from './rule-scope.ts';
import {
  conditions,
  isAboutLines,
  conditionSupport,
  type ConditionSupport,
  type LineSupport,
  thresholdError,
} from './condition.ts';
import type { Team } from '../teams/team.entity.ts';
import { AlertCondition } from './alert.enums.ts';

/**
 * Problems of a rule, one sentence per field. Undefined if it is valid. Runs in the transaction that saves
 * the rule.
 */
export type RuleCheck = (
  ctx: ViewerContext,
  rule: AlertRule,
  changes: AlertRuleChanges,
) => Promise<Record<string, string> | undefined>;

export const ruleChecks = new ExtensionPoint<readonly RuleCheck[]>('alert rule checks');

/** Follows a change to the scope or exceptions of an active rule, in the same transaction under the team's lock. */
export type ScopeHandler = (em: EntityManager, teamId: string, rule: AlertRule) => Promise<void>;

export const scopeHandlers = new ExtensionPoint<readonly ScopeHandler[]>('changed rule scopes');

/** @throws Invalid */
export async function runRuleChecks(
  ctx: ViewerContext,
  rule: AlertRule,
  changes: AlertRuleChanges,
): Promise<void> {
  for (const check of ruleChecks.value) {
    const wrong = await check(ctx, rule, changes);
    if (wrong) throw new Invalid(wrong);
  }
}

/** The team's rules, oldest first. */
export function alertRules({ em, viewer }: ViewerContext): Promise<AlertRule[]> {
  return em.find(AlertRule, { team: viewer.team }, { orderBy: { createdAt: 'asc', id: 'asc' } });
}

/** Conditions that can be monitored on one controller, or on all of the team's. */
export async function alertConditions(
  ctx: ViewerContext,
  controllerId?: string | null,
): Promise<ConditionSupport[]> {
  const controller = await controllerOf(ctx, controllerId);
  const controllers = await ownControllers(ctx, controller);
  return conditionSupport(
    controllers.flatMap((each) => each.capabilities),
    await lineSupport(ctx.em, controllers),
  );
}

/**
 * @throws Conflict at the maximum, Invalid for a threshold that can't be parsed. Rules aren't rejected for unsupported
 * measurements, because support may change.
 */
export function createAlertRule(ctx: ViewerContext, input: AlertRuleInput): Promise<AlertRule> {
  return whileLocked(ctx, async (own) => {
    const used = await own.em.count(AlertRule, { team: ctx.viewer.team });
    if (used >= maxRules)
      throw new Conflict(`A team can have ${maxRules} alert rules. Delete one you no longer need first.`);
    const rule = new AlertRule();
    own.em.assign(rule, { team: ctx.viewer.team });
    await change(own, rule, input);
    await requireCustomers(own, rule);
    await limitPatterns(own, rule);
    await runRuleChecks(own, rule, input);
    await own.em.persist(rule).flush();
    await record(own.em, own, { ...entryOf(rule, 'create'), after: details(rule) });
    return rule;
  });
}

const entryOf = ({ id, name }: AlertRule, verb: 'create' | 'update' | 'delete') => ({
  action: `alert_rule.${verb}`,
  subject: name,
  subjectId: id,
});

type Recorded = Record<
  Exclude<keyof AlertRule & string, 'id' | 'team' | 'controller' | 'createdAt'>,
  AuditDetails[string]
>;

/** A rule in the audit log: everything that someone can change. */
const details = (rule: AlertRule): AuditDetails =>
  ({
    name: rule.name,
    condition: rule.condition,
    controllerId: rule.controller?.id ?? null,
    siteId: rule.siteId ?? null,
    scope: JSON.stringify(tidyScope(rule.scope)),
    exceptions: rule.exceptions.map((one) => JSON.stringify(tidyScope(one))),
    threshold: rule.threshold ?? null,
    duration: rule.duration,
    fold: rule.fold,
    isActive: rule.isActive,
    channels: [...rule.channels],
    haloEnabled: rule.haloEnabled,
    haloSeverityLevels: [...rule.haloSeverityLevels],
    haloClientId: rule.haloClientId ?? null,
    haloClientName: rule.haloClientName ?? null,
    haloSiteId: rule.haloSiteId ?? null,
    haloSiteName: rule.haloSiteName ?? null,
    haloPriority: rule.haloPriority,
    haloCategory: rule.haloCategory,
    haloCategoryName: rule.haloCategoryName ?? null,
  }) satisfies Recorded;

/** Records what differs from before. Saving a rule as it is leaves no entry. */
async function recordChanges(own: ViewerContext, rule: AlertRule, before: AuditDetails): Promise<void> {
  const after = details(rule);
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );
  if (changed.length === 0) return;
  const pick = (all: AuditDetails) => Object.fromEntries(changed.map((key) => [key, all[key]!]));
  await record(own.em, own, { ...entryOf(rule, 'update'), before: pick(before), after: pick(after) });
}

/**
 * If the rule's condition, controller or site changes, its open alerts end. If its scope or exceptions change, those end
 * that it no longer covers.
 * @throws Conflict if it isn't as it was `seen` any more
 */
export function updateAlertRule(
  ctx: ViewerContext,
  id: string,
  input: AlertRuleChanges,
  seen?: SeenRule | null,
): Promise<AlertRule> {
  return whileLocked(ctx, async (own) => {
    const rule = await findOwn(own, AlertRule, id, 'Alert rule');
    if (seen && !isAsSeen(rule, seen))
      throw new Conflict('Someone else changed this rule, so nothing was saved. Review it and try again.');
    const before = { target: target(rule), coverage: coverage(rule), details: details(rule) };
    await change(own, rule, given(input));
    if (coverage(rule) !== before.coverage) {
      await requireCustomers(own, rule);
      await limitPatterns(own, rule);
    }
    await runRuleChecks(own, rule, input);
    await own.em.flush();
    const teamId = ctx.viewer.team.id;
    if (target(rule) !== before.target || !rule.isActive) await stopWatchingRule(own.em, teamId, rule.id);
    else if (coverage(rule) !== before.coverage)
      for (const handle of scopeHandlers.value) await handle(own.em, teamId, rule);
    await recordChanges(own, rule, before.details);
    return rule;
  });
}

function isAsSeen(rule: AlertRule, { threshold, duration, exceptions }: SeenRule): boolean {
  if ((threshold ?? null) !== (rule.threshold ?? null) || duration !== rule.duration) return false;
  return !exceptions || coverage({ scope: rule.scope, exceptions }) === coverage(rule);
}

/**
 * What a rule would look for and where, without saving it. Omitted fields are those of the rule with this ID, or else the
 * defaults. Unless the `isWhole` rule counts, threshold and duration don't matter, so that they may be half typed.
 * @throws Invalid, or NotFound for another team's rule, controller or customer
 */
export async function draftRule(
  ctx: ViewerContext,
  id: string | null | undefined,
  input: AlertRuleChanges,
  { isWhole = false } = {},
): Promise<AlertRule> {
  const own = { ...ctx, em: ctx.em.fork() };
  const rule = id ? await findOwn(own, AlertRule, id, 'Alert rule') : new AlertRule();
  rule.controller ??= null;
  const { condition, controllerId, siteId, scope, exceptions, threshold, duration, fold } = input;
  const changes = Object.assign(new AlertRuleChanges(), {
    condition,
    controllerId,
    siteId,
    scope,
    exceptions,
    ...(isWhole && { threshold, duration, fold }),
  });
  await change(own, rule, given(changes));
  if (isWhole && !rule.condition) throw new Invalid({ condition: 'Condition is required' });
  await requireCustomers(own, rule);
  return rule;
}

/** Adds a channel to every rule that opens no tickets and has no channel that is on. Returns those rules. */
export function addChannelToSilentRules(
  ctx: ViewerContext,
  channel: NotificationChannel,
): Promise<AlertRule[]> {
  return whileLocked(ctx, async (own) => {
    const active = await queryRows(
      own.em,
      { type: tables.integration.type },
      'select type from integration where team_id = ? and made_from is null and is_active',
      [ctx.viewer.team.id],
    );
    const isOn = (one: NotificationChannel) => active.some(({ type }) => type === one);
    const silent = (await alertRules(own)).filter(
      ({ channels, haloEnabled }) => !haloEnabled && !channels.some((one) => one === channel || isOn(one)),
    );
    const before = silent.map(details);
    for (const rule of silent) rule.channels = [...rule.channels, channel];
    await own.em.flush();
    for (const [nth, rule] of silent.entries()) await recordChanges(own, rule, before[nth]!);
    return silent;
  });
}

/** Its open alerts end as no longer monitored and stay in the history. */
export function deleteAlertRule(ctx: ViewerContext, id: string): Promise<string> {
  return whileLocked(ctx, async (own) => {
    const rule = await findOwn(own, AlertRule, id, 'Alert rule');
    await stopWatchingRule(own.em, ctx.viewer.team.id, rule.id);
    const before = details(rule);
    await own.em.remove(rule).flush();
    await record(own.em, own, { ...entryOf(rule, 'delete'), subjectId: id, before });
    return id;
  });
}

/** Runs while no round is being evaluated by the team's rules. */
function whileLocked<T>(ctx: ViewerContext, work: (own: ViewerContext) => Promise<T>): Promise<T> {
  return ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'alerts');
    return work({ ...ctx, em });
  });
}

/**
 * `null` means every controller.
 * @throws NotFound for another team's controller
 */
async function controllerOf(
  ctx: ViewerContext,
  controllerId: string | null | undefined,
): Promise<Controller | null> {
  if (!controllerId || controllerId === 'all') return null;
  if (!isId(controllerId)) throw new Invalid({ controllerId: 'Choose one of your controllers' });
  return findOwn(ctx, Controller, controllerId, 'Controller');
}

function ownControllers({ em, viewer }: ViewerContext, controller: Controller | null): Promise<Controller[]> {
  return em.find(Controller, { team: viewer.team, ...(controller && { id: controller.id }) });
}

async function lineSupport(em: EntityManager, controllers: readonly Controller[]): Promise<LineSupport> {
  const ids = `{${controllers.map(({ id }) => id).join(',')}}`;
  const [row] = await queryRows(
    em,
    { hasSecondLine: bool, hasSharedProvider: bool, isMeasured: bool },
    `select exists (select from wan w where w.controller_id = any(?::uuid[]) and w.has_been_up and w.missing_since is null
                     group by w.controller_id, w.host_id, w.network_site_id having count(*) > 1) as "hasSecondLine",
            exists (select from wan w where w.controller_id = any(?::uuid[]) and w.has_been_up and w.missing_since is null
                       and w.key <> '' and coalesce(w.asn::text, w.isp_name) is not null
                     group by coalesce(w.asn::text, lower(trim(w.isp_name))) having count(distinct w.host_id) > 1) as "hasSharedProvider",
            exists (select from wan w join metrics.wan_sample s on s.wan_id = w.id
                     where w.controller_id = any(?::uuid[]) and w.key <> ''
                       and s.at > now() - interval '1 day') as "isMeasured"`,
    [ids, ids, ids],
  );
  return { ...row!, problem: controllers.find(({ wansProblem }) => wansProblem)?.wansProblem };
}

/** @throws Invalid, or NotFound for another team's controller */
async function change(own: ViewerContext, rule: AlertRule, input: AlertRuleChanges): Promise<void> {
  const { controllerId, ...fields } = input;
  own.em.assign(rule, tidy(fields));
  if (controllerId !== undefined) rule.controller = await controllerOf(own, controllerId);
  check(rule);
}

/**
 * The most name patterns of a rule with its exceptions, and of all rules of a team: while everything is down, a round matches
 * each device against all of them, which for 6,000 devices takes about two seconds of CPU time.
 */
const mostPatterns = { ofRule: 100, ofTeam: 1000 };

/** @throws Conflict if the team's rules would have too many name patterns */
async function limitPatterns({ em, viewer }: ViewerContext, rule: AlertRule): Promise<void> {
  const own = patternCount(rule);
  if (own === 0) return;
  const rules = await em.find(AlertRule, { team: viewer.team }, { disableIdentityMap: true });
  const others = rules.filter(({ id }) => id !== rule.id).reduce((sum, one) => sum + patternCount(one), 0);
  if (own + others > mostPatterns.ofTeam)
    throw new Conflict(
      `The rules of a team can have ${mostPatterns.ofTeam} name patterns in total. Use fewer in this rule or in others.`,
    );
}

function check(rule: AlertRule): void {
  if (rule.siteId && !rule.controller) throw new Invalid({ siteId: 'Choose a controller before a site' });
  if (rule.exceptions.some(isUnlimited))
    throw new Invalid({ exceptions: 'An exception must name at least one thing to leave out' });
  if (isAboutLines(rule.condition) && namesDevices(rule.scope))
    throw new Invalid({
      scope:
        'Internet lines aren’t devices. Limit the rule by customer, site or tag, not by type, model or name',
    });
  if (patternCount(rule) > mostPatterns.ofRule)
    throw new Invalid({ exceptions: `Use at most ${mostPatterns.ofRule} name patterns in a rule` });
  if (rule.haloEnabled && rule.haloSeverityLevels.length === 0)
    throw new Invalid({ haloSeverityLevels: 'Choose at least one severity' });
  if (rule.threshold && !conditions[rule.condition].measure) rule.threshold = null;
  const wrong = rule.threshold && thresholdError(rule.condition, rule.threshold);
  if (wrong) throw new Invalid({ threshold: wrong });
}

/** What all of the rule's pending conditions and alerts depend on. */
function target({ condition, threshold, controllerId, siteId }: AlertRule): string {
  return JSON.stringify([condition, threshold, controllerId, siteId]);
}

/** What decides about each of them. The database keeps the entries of a JSON object in its own order. */
const coverage = ({ scope, exceptions }: Pick<AlertRule, 'scope' | 'exceptions'>): string =>
  JSON.stringify([scope, ...exceptions].map(tidyScope));

async function stopWatchingRule(em: EntityManager, teamId: string, ruleId: string): Promise<void> {
  await stopWatching(em, teamId, { rule: ruleId });
  await em.nativeDelete(PendingCondition, { rule: ruleId });
}

function tidy({
  name,
  threshold,
  siteId,
  scope,
  exceptions,
  ...fields
}: Omit<AlertRuleChanges, 'controllerId'>) {
  return {
    ...fields,
    ...(name !== undefined && { name: name.trim() }),
    ...(threshold !== undefined && { threshold: threshold?.trim() || null }),
    ...(siteId !== undefined && { siteId: siteId || null }),
    ...(scope !== undefined && { scope: tidyScope(scope ?? {}) }),
    ...(exceptions !== undefined && { exceptions: exceptions.map(tidyScope) }),
  };
}

/** The rule that every new team starts with, so that alerts work without set-up. */
export function firstRule(team: Team): AlertRule {
  const rule = new AlertRule();
  return Object.assign(rule, {
    team,
    name: 'Device offline',
    condition: AlertCondition.device_offline,
    duration: 1,
  });
}
