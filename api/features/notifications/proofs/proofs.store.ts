import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, orNull, type RowOf, text, textOf, timestamp, uuid } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { NotificationChannel } from '../../alerts/notification-channel.ts';
import { ChannelProof } from './channel-proof.entity.ts';
import { failuresToReport, nextCheck, type ProofOutcome } from './proof.ts';

/** What a proof is about. */
export type ProvenChannel = `${NotificationChannel}` | 'halopsa';

/** SQL: when a message, or another request to HaloPSA, was last accepted. */
const accepted = 'coalesce(i.last_delivered_at, h.last_worked_at)';

/**
 * SQL: a channel fails if checks failed in a row and no message was accepted since, or if messages fail. An email to one
 * recipient says nothing about the others. One failed message doesn't count, because messages are retried.
 */
const isFailing = `(
  p.failures >= ${failuresToReport}
    and (i.type = 'email' or coalesce(${accepted}, '-infinity') < p.checked_at)
  or i.disabled_at is not null
  or i.is_active and i.failures >= 3 and i.failing_since < now() - interval '30 minutes')`;

/** SQL: the rows of `stateColumns`. */
const states = `
  select p.id, p.team_id as "teamId", t.name as "teamName", coalesce(t.time_zone, 'UTC') as "timeZone", coalesce(i.id, h.id) as "subjectId", coalesce(i.type, 'halopsa') as channel,
         i.sealed, p.next_at as "nextAt", p.checked_at as "checkedAt", p.proven_at as "provenAt", p.evidence,
         p.unprovable, p.failures, p.reported_at as "reportedAt", p.report_attempts as "reportAttempts",
         coalesce(i.is_active or i.disabled_at is not null, true) as "isOn",
         coalesce(i.is_active, true) as "isActive",
         coalesce(${isFailing}, false) as "isFailing",
         greatest(p.proven_at, case when ${accepted} > p.since then ${accepted} end) as "workedAt",
         least(i.failing_since, i.disabled_at, case when p.failures > 0 then p.failing_since end) as "failingSince",
         least(i.failing_since, i.disabled_at) as "messagesFailingSince",
         case when i.disabled_at is not null or i.failing_since is not null then i.last_failure else p.failure end as failure
    from channel_proof p
    join team t on t.id = p.team_id
    left join integration i on i.id = p.integration_id
    left join halopsa_connection h on h.id = p.halopsa_id`;

const { channel_proof: proof, integration, team } = tables;

const stateColumns = {
  id: proof.id,
  teamId: proof.team_id,
  teamName: team.name,
  timeZone: text,
  /** ID of the integration or the connection. */
  subjectId: uuid,
  channel: textOf<ProvenChannel>(),
  sealed: orNull(integration.sealed),
  nextAt: proof.next_at,
  checkedAt: proof.checked_at,
  provenAt: proof.proven_at,
  evidence: proof.evidence,
  unprovable: proof.unprovable,
  failures: proof.failures,
  reportedAt: proof.reported_at,
  reportAttempts: proof.report_attempts,
  /** Not turned off by a person. */
  isOn: bool,
  isActive: bool,
  isFailing: bool,
  /** When a check or a message last succeeded. */
  workedAt: orNull(timestamp),
  failingSince: orNull(timestamp),
  /** `null` if only checks fail. Otherwise, `failure` is about a message. */
  messagesFailingSince: orNull(timestamp),
  failure: proof.failure,
};

/** What is known about a channel, from its checks and its messages. */
export type ProofState = RowOf<typeof stateColumns>;

export async function proofState(em: EntityManager, proofId: string): Promise<ProofState | undefined> {
  const [found] = await queryRows(em, stateColumns, `${states} where p.id = ?`, [proofId]);
  return found;
}

/** By the ID of the integration or HaloPSA connection. Those without a row haven't been checked. */
export async function proofsOf(em: EntityManager, teamId: string): Promise<Map<string, ProofState>> {
  const rows = await queryRows(em, stateColumns, `${states} where p.team_id = ?`, [teamId]);
  return new Map(rows.map((row) => [row.subjectId, row]));
}

/** SQL: between now and an hour from now. */
const soon = `now() + random() * interval '1 hour'`;

/** SQL: channels that can be checked. Templates and push notifications have no channel of the team. */
const channelsOf = `select team_id, id as integration_id, null::uuid as halopsa_id, created_at from integration
  where made_from is null and type <> 'push'
 union all select team_id, null, id, created_at from halopsa_connection`;

/** Adds the rows of new channels. They are checked within the hour. */
export async function addMissing(em: EntityManager): Promise<void> {
  await em.execute(
    `insert into channel_proof (team_id, integration_id, halopsa_id, since, next_at)
     select team_id, integration_id, halopsa_id, created_at, ${soon} from (${channelsOf}) c
      where not exists (select from channel_proof p
                         where p.integration_id = c.integration_id or p.halopsa_id = c.halopsa_id)
     on conflict do nothing`,
    [],
    'run',
  );
}

/** The row of one channel, which is checked now instead of later. @returns its ID */
export async function proofFor(em: EntityManager, integrationId: string): Promise<string | undefined> {
  await em.execute(
    `insert into channel_proof (team_id, integration_id, since, next_at)
     select team_id, id, created_at, ${soon} from integration where id = ? on conflict do nothing`,
    [integrationId],
    'run',
  );
  const [row] = await queryRows(
    em,
    { id: proof.id },
    'select id from channel_proof where integration_id = ?',
    [integrationId],
  );
  return row?.id;
}

/** Checks a saved channel within the hour, because earlier results are about other settings. In the caller's transaction. */
export async function checkAfterSave(em: EntityManager, integrationId: string): Promise<void> {
  await em.execute(
    `update channel_proof set since = clock_timestamp(), next_at = ${soon}, failures = 0, failing_since = null, failure = null, unprovable = null,
            evidence = null, proven_at = null, checked_at = null
      where integration_id = ?`,
    [integrationId],
    'run',
  );
}

/** Teams whose subscription has ended aren't monitored. */
const ofActiveTeams = `exists (select from team t where t.id = p.team_id and coalesce(t.active_until > now(), true))`;

/** Channels to check now, longest due first. */
export async function dueProofs(em: EntityManager, most: number): Promise<string[]> {
  const rows = await queryRows(
    em,
    { id: proof.id },
    `select p.id from channel_proof p where p.next_at <= now() and ${ofActiveTeams} order by p.next_at limit ?`,
    [most],
  );
  return rows.map(({ id }) => id);
}

/** Channels whose team must be notified that they fail, or that they work again. */
export async function unreported(em: EntityManager): Promise<string[]> {
  const rows = await queryRows(
    em,
    { id: proof.id },
    `select id from (${states} where ${ofActiveTeams}
        and (p.failures > 0 or p.reported_at is not null or i.failing_since is not null or i.disabled_at is not null)
        and coalesce(p.report_not_before <= now(), true)) s
      where case when "reportedAt" is null then "isOn" and "isFailing" else not "isFailing" end`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Records a check, unless the channel was saved in the meantime: then its result is about other settings, and it is
 * checked again.
 * @param sealed the settings that were checked
 */
export async function recordCheck(
  em: EntityManager,
  { id, sealed }: Pick<ProofState, 'id' | 'sealed'>,
  outcome: ProofOutcome,
  at: Date,
): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.execute('select from channel_proof where id = ? for no key update', [id], 'run');
    const state = await proofState(tx, id);
    if (!state || state.sealed !== sealed) return;
    const { checkedAt, workedAt, channel } = state;
    // An email to one recipient says nothing about the others.
    const isOver = channel !== 'email' && workedAt && checkedAt && new Date(workedAt) > new Date(checkedAt);
    const failures = outcome.result === 'failed' ? (isOver ? 0 : state.failures) + 1 : 0;
    const nextAt = nextCheck(outcome, failures, at, Math.random());
    await tx.nativeUpdate(ChannelProof, { id }, { checkedAt: at, nextAt, failures, ...changes(failures) });
  });

  function changes(failures: number): Partial<ChannelProof> {
    if (outcome.result === 'failed') {
      const since = failures > 1 ? {} : { failingSince: at };
      return { ...since, failure: outcome.reason, unprovable: null };
    }
    const over = { failingSince: null, failure: null };
    if (outcome.result === 'unprovable') return { ...over, unprovable: outcome.why };
    return { ...over, unprovable: null, provenAt: at, evidence: outcome.evidence };
  }
}

/** Postpones a check by a day, because the channel is off. */
export async function postpone(em: EntityManager, id: string): Promise<void> {
  await em.execute(`update channel_proof set next_at = now() + interval '1 day' where id = ?`, [id], 'run');
}

/** Records that the team knows: that the channel fails, or that it works again (`null`). */
export async function recordReport(em: EntityManager, id: string, reportedAt: Date | null): Promise<void> {
  await em.nativeUpdate(ChannelProof, { id }, { reportedAt, reportAttempts: 0, reportNotBefore: null });
}

/** Milliseconds until the next attempt to notify the team. */
const reportAgainMs = 10 * 60_000;

export async function recordFailedReport(
  em: EntityManager,
  { id, reportAttempts }: ProofState,
): Promise<void> {
  const reportNotBefore = new Date(Date.now() + reportAgainMs);
  await em.nativeUpdate(ChannelProof, { id }, { reportAttempts: reportAttempts + 1, reportNotBefore });
}

/** The team was emailed that a channel was turned off, so it isn't notified again. In the caller's transaction. */
export async function recordTurnedOff(em: EntityManager, integrationId: string, at: Date): Promise<void> {
  const id = await proofFor(em, integrationId);
  if (id) await recordReport(em, id, at);
}
