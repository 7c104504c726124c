import { expect } from 'vitest';
import type { HalopsaTicketRow } from '#api/demo/halopsa/tickets.ts';
import type { Running } from './running.ts';

/** What must hold whatever failed meanwhile. Its statement finds the rows that break it, each with an `id`. */
interface Invariant {
  says: string;
  sql: string;
}

const raised = `('raised', 'flapping')`;
const over = `('resolved', 'folded', 'stable')`;

/** Lines of timelines that open or end an alert, the last first. */
const turns = `select distinct on (alert_id) alert_id, kind from alert_entry
   where kind in ('raised', 'flapping', 'resolved', 'folded', 'stable')
   order by alert_id, at desc,
            array_position(array['raised', 'flapping', 'resolved', 'folded', 'stable'], kind) desc`;

const sameTeam = (what: string, sql: string): Invariant => ({
  says: `I4: ${what} belongs to the team of what it is about`,
  sql,
});

const invariants: Invariant[] = [
  {
    says: 'I1: the events of a team are numbered without gaps, up to its last',
    sql: `select team.id from team join event on event.team_id = team.id group by team.id
           having max(seq) - min(seq) + 1 <> count(*) or max(seq) <> team.last_event_seq`,
  },
  {
    says: 'I1: each time that an alert was raised or ended is one event',
    sql: `select alert.id from alert,
            lateral (select count(*) filter (where kind in ${raised}) as raised,
                            count(*) filter (where kind in ${over}) as over
                       from alert_entry where alert_id = alert.id) as told,
            lateral (select count(*) filter (where kind = 'raised') as raised,
                            count(*) filter (where kind = 'resolved') as over
                       from event where event.alert_id = alert.id) as numbered
           where told.raised <> numbered.raised or told.over <> numbered.over`,
  },
  {
    says: 'I2: of each alert that was raised each channel of its rule has a delivery, told or not',
    sql: `select entry.id from alert_entry entry join alert on alert.id = entry.alert_id
            cross join lateral jsonb_array_elements_text(alert.rule_then::jsonb -> 'channels') as channel
           where entry.kind = 'raised'
             and not exists (select from delivery
                              where delivery.entry_id = entry.id and delivery.channel = channel.value)`,
  },
  sameTeam(
    'an alert',
    `select alert.id from alert join controller on controller.id = alert.controller_id
       left join alert_rule on alert_rule.id = alert.rule_id
      where alert.team_id <> controller.team_id or alert.team_id <> alert_rule.team_id`,
  ),
  sameTeam(
    'a line of a timeline',
    `select entry.id from alert_entry entry join alert on alert.id = entry.alert_id
      where entry.team_id <> alert.team_id`,
  ),
  sameTeam(
    'an event',
    `select event.team_id as id from event left join alert on alert.id = event.alert_id
       left join controller on controller.id = event.controller_id
      where event.team_id <> alert.team_id or event.team_id <> controller.team_id`,
  ),
  sameTeam(
    'a delivery',
    `select delivery.id from delivery left join alert on alert.id = delivery.alert_id
       left join integration on integration.id = delivery.integration_id
      where delivery.team_id <> alert.team_id or delivery.team_id <> integration.team_id`,
  ),
  sameTeam(
    'a pending condition',
    `select pending_condition.id from pending_condition join controller on controller.id = pending_condition.controller_id
       join alert_rule on alert_rule.id = pending_condition.rule_id where controller.team_id <> alert_rule.team_id`,
  ),
  {
    says: 'I5: an alert is open or over as its timeline says',
    sql: `select alert.id from alert left join (${turns}) as turn on turn.alert_id = alert.id
           where (alert.resolved_at is null) is distinct from (turn.kind in ${raised})`,
  },
  {
    says: 'I5: an alert began as often as its timeline says',
    sql: `select alert.id from alert where raises <>
            (select count(*) from alert_entry
              where alert_id = alert.id and kind in ('raised', 'flapping', 'disturbed'))`,
  },
  {
    says: 'I5: an alert is seen to as its timeline says',
    // Of what was entered at one moment either may be the last. An alert that returns needs a new acknowledgement.
    sql: `select alert.id from alert left join lateral (
            select array_agg(kind) as kinds from alert_entry entry
             where alert_id = alert.id and kind in ('acknowledged', 'unacknowledged', 'flapping')
             group by at order by at desc limit 1) as last on true
           where not case when alert.acknowledged_at is null
                          then coalesce(kinds::text[] && array['unacknowledged', 'flapping'], true)
                          else coalesce('acknowledged' = any(kinds), false) end`,
  },
];

/** The invariants that some row breaks, in sentences. */
export async function brokenInvariants({ app }: Pick<Running, 'app'>): Promise<string[]> {
  const broken: string[] = [];
  for (const { says, sql } of invariants) {
    const rows = await app.orm.em.execute<{ id: string }[]>(sql);
    if (rows.length > 0) broken.push(says);
  }
  return broken;
}

/** I3: the references of alerts that have more than one open ticket at HaloPSA. */
export function doubleTickets(tickets: Pick<HalopsaTicketRow, 'summary' | 'dateclosed'>[]): string[] {
  const open = tickets.filter(({ dateclosed }) => !dateclosed);
  const references = open.flatMap(({ summary }) => /\[(NL-[0-9A-F]+)\]$/.exec(summary)?.[1] ?? []);
  return references.filter((reference, at) => references.indexOf(reference) < at);
}

/** The end of each test of a fault: I1, I2, I4 and I5 hold. */
export async function expectInvariants(running: Pick<Running, 'app'>): Promise<void> {
  expect(await brokenInvariants(running)).toEqual([]);
}
