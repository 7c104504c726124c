import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Destination } from './destination.ts';
import { dateOf } from './rows.ts';
import { minute, stormRemembered, weather } from './storm.ts';

/** What one recipient has been told lately. */
interface TrafficRow {
  recipient: string;
  due: number;
  urgent: number;
  recent: number;
  lastSummary: string | null;
  editions: number;
  firstNews: string | null;
  /** The first summary of the last storm. */
  storm: string | null;
  /** A summary that is not sent yet. */
  waiting: string | null;
}

/**
 * Turns what is too much for one minute into one summary for each recipient; the rest stays as it was. Within the
 * caller's transaction, which holds the destination.
 */
export async function summarise(em: EntityManager, destination: Destination, now: Date): Promise<void> {
  for (const row of await trafficOf(em, destination.id, now)) {
    const times = { lastSummary: dateOf(row.lastSummary), firstNews: dateOf(row.firstNews) };
    const traffic = { ...row, ...times, summaryWaits: row.waiting !== null };
    const { single, others, continues } = weather(traffic, now);
    if (others === 'none') continue;
    if (typeof others === 'object') await postpone(em, destination.id, row.recipient, single, others.at, now);
    else {
      const storm = continues ? row.storm : null;
      const id = row.waiting ?? (await addSummary(em, destination, row.recipient, storm, now));
      await em.execute(
        `update delivery set status = 'summarised', summary_id = ?, reason = null, reason_code = null, not_before = null
          where id in (${dueSql} offset ?)`,
        [id, destination.id, row.recipient, now, single],
        'run',
      );
    }
  }
}

/**
 * Critical alerts that begin do not wait for a summary. Each alert is looked up by its id: of a join the planner reads all
 * alerts for each delivery where its statistics are of a table that was all but empty.
 */
const urgent = `d.kind = 'opened' and (select severity from alert where id = d.alert_id) = 'critical'`;

/** What may be sent to one recipient now: critical alerts that begin, then the oldest. */
const dueSql = `
  select d.id from delivery d
   where d.integration_id = ? and d.recipient = ? and d.kind <> 'summary'
     and d.status in ('waiting', 'retrying') and coalesce(d.not_before, d.created_at) <= ?
   order by not (${urgent}), d.created_at, d.id`;

function trafficOf(em: EntityManager, id: string, now: Date): Promise<TrafficRow[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return em.execute<TrafficRow[]>(
    `with due as (
       select d.recipient,
              count(*) filter (where d.kind <> 'summary' and coalesce(d.not_before, d.created_at) <= ?)::int as due,
              count(*) filter (where ${urgent} and coalesce(d.not_before, d.created_at) <= ?)::int as urgent,
              (array_agg(d.id) filter (where d.kind = 'summary'))[1] as waiting
         from delivery d
        where d.integration_id = ? and d.status in ('waiting', 'retrying') group by d.recipient)
     select due.*, sent.recent, last.sent_at as "lastSummary", last.storm, coalesce(told.editions, 0) as editions,
            news.at as "firstNews"
       from due
       cross join lateral (
         select count(*)::int as recent from delivery
          where integration_id = ? and recipient = due.recipient and kind <> 'summary' and sent_at > ?) sent
       left join lateral (
         select coalesce(summary_id, id) as storm, sent_at from delivery
          where integration_id = ? and recipient = due.recipient and kind = 'summary' and sent_at > ?
          order by sent_at desc limit 1) last on true
       left join lateral (
         select count(*)::int as editions from delivery
          where kind = 'summary' and (id = last.storm or summary_id = last.storm) and sent_at is not null) told on true
       left join lateral (
         select min(created_at) as at from delivery
          where integration_id = ? and recipient = due.recipient and kind <> 'summary'
            and status in ('waiting', 'retrying') and created_at > last.sent_at) news on true
      where due.due > 0`,
    [now, now, id, id, ago(minute), id, ago(stormRemembered), id],
  );
}

async function addSummary(
  em: EntityManager,
  { id, teamId, channel }: Destination,
  recipient: string,
  storm: string | null,
  now: Date,
): Promise<string> {
  const summary = randomUUID();
  await em.execute(
    `insert into delivery (id, team_id, integration_id, channel, recipient, kind, status, summary_id, created_at)
     values (?, ?, ?, ?, ?, 'summary', 'waiting', ?, ?)`,
    [summary, teamId, id, channel, recipient, storm, now],
    'run',
  );
  return summary;
}

async function postpone(
  em: EntityManager,
  integrationId: string,
  recipient: string,
  single: number,
  at: Date,
  now: Date,
): Promise<void> {
  await em.execute(
    `update delivery set not_before = ?, reason = 'Many alerts at once. This one is sent in a summary', reason_code = null
      where id in (${dueSql} offset ?)`,
    [at, integrationId, recipient, now, single],
    'run',
  );
}
