import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { runYielding } from '#api/lib/concurrency.ts';
import type { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { evaluate } from './evaluate/evaluate.ts';
import { recordChanges } from './record.store.ts';
import { loadRound, rulesFor } from './round.store.ts';

/**
 * Ends the alerts and pending conditions that a changed rule no longer covers. Those that it still covers go on, so that an
 * exception that is added during a storm notifies no one again. Requires the team's lock.
 */
export const stopWatchingUncovered = (
  em: EntityManager,
  teamId: string,
  { id }: Pick<AlertRule, 'id'>,
): Promise<void> => endUncovered(em, teamId, [id]);

/** The same for every rule that depends on customers or tags, once sites have others. Requires the team's lock. */
export async function stopWatchingRegrouped(em: EntityManager, teamId: string): Promise<void> {
  const rules = await queryRows(
    em,
    { id: tables.alert_rule.id },
    `select id from alert_rule where team_id = ? and is_active
        and (scope->'customerIds' is not null or scope->'tags' is not null
          or jsonb_path_exists(exceptions, '$[*].customerIds') or jsonb_path_exists(exceptions, '$[*].tags'))`,
    [teamId],
  );
  if (rules.length > 0)
    await endUncovered(
      em,
      teamId,
      rules.map(({ id }) => id),
    );
}

/** Ends what some rules no longer cover, without waiting for a round, which a controller with a revoked key never has. */
async function endUncovered(em: EntityManager, teamId: string, ruleIds: readonly string[]): Promise<void> {
  const ids = `{${ruleIds.join(',')}}`;
  const concerned = await queryRows(
    em,
    { controllerId: tables.controller.id },
    `select id as "controllerId" from controller c where team_id = ?
        and (exists (select from alert where controller_id = c.id and rule_id = any(?::uuid[]) and resolved_at is null)
          or exists (select from pending_condition where controller_id = c.id and rule_id = any(?::uuid[])))`,
    [teamId, ids, ids],
  );
  const changed = new Set(ruleIds);
  const at = new Date();
  for (const { controllerId } of concerned) {
    const controller = await em.findOneOrFail(Controller, controllerId);
    const rules = (await rulesFor(em, controller)).filter(({ id }) => changed.has(id));
    const round = await loadRound(em, controller, rules, { at, consoles: [] });
    const isOwn = ({ ruleId }: { ruleId: string | null }) => changed.has(ruleId ?? '');
    const own = { pending: round.pending.filter(isOwn), alerts: round.alerts.filter(isOwn) };
    // Nothing was read, so whatever the rules still cover is unknown, which isn't news.
    const changes = await runYielding(evaluate({ ...round, ...own }));
    const ended = changes.filter(({ kind }) => kind === 'resolve' || kind === 'clear');
    await recordChanges(em, controller, rules, ended, at);
  }
}
