import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { evaluate } from './evaluate/evaluate.ts';
import { recordChanges } from './record.store.ts';
import { loadRound, rulesFor } from './round.store.ts';

/**
 * Ends the alerts and pending conditions that a rule no longer covers, without waiting for a round, which a controller
 * with a revoked key never has. Those that it still covers go on, so that an exception that is added during a storm
 * notifies no one again. Requires the team's lock.
 */
export async function stopWatchingUncovered(
  em: EntityManager,
  teamId: string,
  { id }: Pick<AlertRule, 'id'>,
): Promise<void> {
  const concerned = await queryRows(
    em,
    { controllerId: tables.controller.id },
    `select id as "controllerId" from controller c where team_id = ?
        and (exists (select from alert where controller_id = c.id and rule_id = ? and resolved_at is null)
          or exists (select from pending_condition where controller_id = c.id and rule_id = ?))`,
    [teamId, id, id],
  );
  const at = new Date();
  for (const { controllerId } of concerned) {
    const controller = await em.findOneOrFail(Controller, controllerId);
    const rules = (await rulesFor(em, controller)).filter((rule) => rule.id === id);
    const round = await loadRound(em, controller, rules, { at, consoles: [] });
    const isOwn = ({ ruleId }: { ruleId: string | null }) => ruleId === id;
    const own = { pending: round.pending.filter(isOwn), alerts: round.alerts.filter(isOwn) };
    // Nothing was read, so whatever the rule still covers is unknown, which isn't news.
    const ended = evaluate({ ...round, ...own }).filter(({ kind }) => kind === 'resolve' || kind === 'clear');
    await recordChanges(em, controller, rules, ended, at);
  }
}
