import type { EntityManager } from '@mikro-orm/postgresql';
import { occurrenceAt } from '../maintenance/occurrences.ts';
import { deciderFor, type Decider } from './decide.ts';
import { DeliveryKind, DeliveryStatus } from './delivery.entity.ts';
import type { Destination } from './destination.ts';
import { judgeAll, judgeAnew, pageSize, type Pending } from './judge-anew.ts';
import { lockDestinations } from './lock-destinations.ts';
import { alertsOf, teamOf } from './plan-facts.ts';
import { quietUntil } from './quiet-hours.ts';
import type { Taken } from './take.ts';

/**
 * Who judges once more what is about to be sent, while anything may keep it back that was not there when it was planned:
 * maintenance, quiet hours, a snooze or the end of the subscription. Undefined where nothing does, which mostly is known by the first look.
 */
export async function restraintOf(
  em: EntityManager,
  teamId: string,
  now: Date,
): Promise<Decider | undefined> {
  const [look] = await em.execute<{ hours: boolean; snoozes: boolean; ended: boolean }[]>(
    `select exists (select from maintenance_window where team_id = ?)
              or exists (select from membership m join notification_preferences p on p.user_id = m.user_id
                          where m.team_id = ? and p.quiet_hours) as hours,
            exists (select from alert where team_id = ? and resolved_at is null and snoozed_until > ?) as snoozes,
            exists (select from team where id = ? and active_until <= ?) as ended`,
    [teamId, teamId, teamId, now, teamId, now],
  );
  if (!look?.hours && !look?.snoozes && !look?.ended) return undefined;
  const team = await teamOf(em, teamId);
  const isOn =
    look.snoozes ||
    look.ended ||
    team.windows.some((window) => occurrenceAt(window, now)) ||
    team.listeners.some((listener) => quietUntil(listener, now));
  return isOn ? deciderFor(team, now) : undefined;
}

/** Of what was taken to be sent one by one what may still be; the rest is held or skipped. */
export function withoutKeptBack(
  em: EntityManager,
  { id, channel }: Destination,
  restraint: Decider,
  taken: readonly Taken[],
): Promise<readonly Taken[]> {
  return em.transactional(async (tx) => {
    await lockDestinations(tx, [id]);
    const pending = taken.flatMap(({ id: delivery, kind, recipient, alert }) =>
      alert && kind !== DeliveryKind.summary
        ? [{ id: delivery, alertId: alert.id, channel, recipient, kind, heldFor: null }]
        : [],
    );
    const changed = await judgeAnew(tx, restraint, pending);
    return taken.filter((one) => !changed.has(one.id));
  });
}

/**
 * The same for all that is due, and for what a summary is about to tell, before it is decided what is told together.
 * Within the caller's transaction, which holds the destination.
 */
export async function keepBack(em: EntityManager, id: string, restraint: Decider, now: Date): Promise<void> {
  await judgeAll(
    em,
    () => restraint,
    (after) => em.execute<Pending[]>(aboutToBeTold, [id, now, id, now, after]),
  );
  await em.execute(
    `update delivery s set status = 'skipped', reason = 'Every alert it would have covered is waiting or was not sent', reason_code = null,
            not_before = null
      where s.integration_id = ? and s.kind = 'summary' and s.status in ('waiting', 'retrying')
        and not exists (select from delivery told where told.summary_id = s.id and told.kind <> 'summary')`,
    [id],
    'run',
  );
}

const aboutToBeTold = `
  select id, alert_id as "alertId", channel, recipient, kind, null as "heldFor" from (
    select * from delivery
     where integration_id = ? and status in ('waiting', 'retrying') and kind <> 'summary'
       and coalesce(not_before, created_at) <= ?
    union all
    select told.* from delivery s join delivery told on told.summary_id = s.id and told.status = 'summarised'
     where s.integration_id = ? and s.kind = 'summary' and s.status in ('waiting', 'retrying')
       and coalesce(s.not_before, s.created_at) <= ?) pending
   where id > ? order by id limit ${pageSize}`;

/** What is wrong, of all that a recipient is told by a channel; parameters: team, channel, recipient. */
export const openToRecipient = `
  select a.* from alert a
   where a.team_id = ? and a.resolved_at is null and exists (
     select from delivery d where d.alert_id = a.id and d.integration_id is not distinct from ?
        and d.recipient = ? and d.status in ('waiting', 'retrying', 'sent', 'accepted', 'summarised'))`;

/** Ids of alerts that are open, were told, and are not to be told again now: no summary lists them. */
export async function keptBackFrom(
  em: EntityManager,
  { id, teamId, channel }: Destination,
  recipient: string,
  restraint: Decider,
): Promise<string[]> {
  const open = await em.execute<{ id: string }[]>(`select id from (${openToRecipient}) open`, [
    teamId,
    id,
    recipient,
  ]);
  const alerts = await alertsOf(
    em,
    open.map((alert) => alert.id),
  );
  const asked = { kind: DeliveryKind.opened, channel, recipient, openingTold: true } as const;
  return [...alerts.values()]
    .filter((alert) => restraint.decide({ ...asked, alert }).status !== DeliveryStatus.waiting)
    .map((alert) => alert.id);
}
