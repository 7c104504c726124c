import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { bool } from '#api/db/columns.ts';
import { alsoAffected } from '#api/db/open-alerts.ts';
import { changeRows, queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Orm } from '#api/db/orm.ts';
import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { eventsBehind, eventsRelayed } from '#api/observability/metrics.ts';
import { outageLog } from '#api/observability/outage-log.ts';
import type { PubSub } from './pubsub.ts';
import { Event, type EventKind } from './event.entity.ts';

/** Days that events are kept. A cursor that missed an older one can't be resumed. */
const keptDays = 7;

/** An event before it has its place in the team's sequence. */
export interface NewEvent {
  kind: EventKind;
  controllerId: string;
  alertId?: string | null;
}

/** Teams with new events, by the transaction that appended them. They are published once it has committed. */
const appended = new WeakMap<object, Set<string>>();

/**
 * Appends events of one team, in order, within the caller's transaction, and publishes them on commit.
 * Numbers are assigned under the team's row lock, without gaps and in commit order.
 * @throws outside a transaction
 */
export async function appendEvents(
  em: EntityManager,
  teamId: string,
  events: readonly NewEvent[],
): Promise<void> {
  const transaction = em.getTransactionContext();
  if (!transaction) throw new Error('Events must be appended in the transaction of the change they report');
  if (events.length === 0) return;
  await em.execute(
    `with taken as (update "team" set last_event_seq = last_event_seq + ? where id = ? returning id, last_event_seq)
     insert into "event" (team_id, seq, kind, controller_id, alert_id, affected_controller_ids)
     select taken.id, taken.last_event_seq - ? + added.place, added.kind, added.controller_id, added.alert_id,
            ${alsoAffected('added.alert_id')}
       from taken, rows from (unnest(?::text[]), unnest(?::uuid[]), unnest(?::uuid[])) with ordinality
            as added (kind, controller_id, alert_id, place)`,
    [
      events.length,
      teamId,
      events.length,
      arrayLiteral(events.map((event) => event.kind)),
      arrayLiteral(events.map((event) => event.controllerId)),
      arrayLiteral(events.map((event) => event.alertId ?? 'NULL')),
    ],
    'run',
  );
  const teams = appended.get(transaction) ?? new Set();
  appended.set(transaction, teams.add(teamId));
}

/** Publishes after every commit that appended events, so that no caller can forget to. */
export function publishOnCommit(orm: Orm, pubsub: PubSub): void {
  const subscriber: EventSubscriber = {
    afterTransactionCommit({ transaction }: TransactionEventArgs) {
      const teams = transaction && appended.get(transaction);
      for (const teamId of teams ?? []) pubsub.publish({ topic: 'events', teamId });
    },
  };
  orm.em.getEventManager().registerSubscriber(subscriber);
}

/** The number of a team's latest event. 0 before the first one, and for a deleted team. */
export async function lastSeq(em: EntityManager, teamId: string): Promise<number> {
  const [row] = await queryRows(
    em,
    { seq: tables.team.last_event_seq },
    'select last_event_seq as seq from "team" where id = ?',
    [teamId],
  );
  return Number(row?.seq ?? 0);
}

/** The number of a team's latest event, and whether the one after `seq` can still be read. */
export async function lastAndNext(
  em: EntityManager,
  teamId: string,
  seq: number,
): Promise<{ last: number; hasNext: boolean }> {
  const [row] = await queryRows(
    em,
    { last: tables.team.last_event_seq, hasNext: bool },
    `select last_event_seq as last, exists (
              select from event where team_id = "team".id and seq = ?
                and created_at >= now() - make_interval(days => ?)) as "hasNext"
       from "team" where id = ?`,
    [seq + 1, keptDays, teamId],
  );
  return { last: Number(row?.last ?? 0), hasNext: row?.hasNext ?? false };
}

/** At most `limit` events of a team after `seq`, in order. */
export function eventsAfter(em: EntityManager, teamId: string, seq: number, limit: number): Promise<Event[]> {
  return em.find(Event, { teamId, seq: { $gt: String(seq) } }, { orderBy: { seq: 'asc' }, limit });
}

/** Kinds and IDs contain nothing that needs quotes in an array literal. */
function arrayLiteral(values: string[]): string {
  return `{${values.join(',')}}`;
}

/** Events that one statement deletes. Small enough not to keep other transactions waiting. */
const batch = 5000;

/** Nightly: deletes events that no cursor can be resumed from. */
export async function removeOldEvents({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  // Times are those of transactions and may be out of order, so deleting by time alone could leave gaps in
  // the numbers.
  const old = await maintain(em, (tx) =>
    queryRows(
      tx,
      { team_id: tables.event.team_id, seq: tables.event.seq },
      `select team_id, max(seq) as seq from event
        where created_at < now() - make_interval(days => ?) group by team_id`,
      [keptDays],
    ),
  );
  for (const { team_id, seq } of old) while ((await removeSome(em, team_id, seq)) === batch);
}

/**
 * Deletes a team's first events, up to `seq`.
 * @returns how many
 */
function removeSome(em: EntityManager, teamId: string, seq: string): Promise<number> {
  return changeRows(
    em,
    `delete from event where (team_id, seq) in (
       select team_id, seq from event where team_id = ? and seq <= ? order by seq limit ${batch})`,
    [teamId, seq],
  );
}

/** Events read at once. */
const page = 500;

/** Polling interval in ms, for signals that were lost. */
const pollEveryMs = 1000;

/** Reads the event logs of followed teams, in order, without gaps or duplicates. */
export interface Relay {
  /** Every event after `position` will be published. */
  follow(teamId: string): Promise<void>;
  unfollow(teamId: string): void;
  /** Number of the last published event, or of the team's latest when following started. */
  position(teamId: string): number;
  close(): void;
}

interface Feed {
  teamId: string;
  position: number;
  reading: boolean;
  again: boolean;
}

interface Options {
  orm: Orm;
  pubsub: PubSub;
  log: Logger;
  publish: (teamId: string, events: Event[]) => void;
}

export function startRelay({ orm, pubsub, log, publish }: Options): Relay {
  const feeds = new Map<string, Feed>();
  let behindSince: number | undefined;
  const outage = outageLog(log, {
    failed: "New events can't be read; trying again every second",
    restored: 'New events are read again',
  });

  async function read(feed: Feed): Promise<void> {
    feed.again = true;
    if (feed.reading) return;
    feed.reading = true;
    try {
      while (feed.again) {
        feed.again = false;
        const events = await eventsAfter(orm.em.fork(), feed.teamId, feed.position, page);
        if (feeds.get(feed.teamId) !== feed) return;
        const last = events.at(-1);
        if (!last) continue;
        feed.again ||= events.length === page;
        feed.position = Number(last.seq);
        eventsRelayed.inc(events.length);
        publish(feed.teamId, events);
      }
    } catch (error) {
      outage.failed(error);
    } finally {
      feed.reading = false;
    }
  }

  async function look(): Promise<void> {
    const rows = await queryRows(
      orm.em.fork(),
      { id: tables.team.id, seq: tables.team.last_event_seq },
      'select id, last_event_seq as seq from "team" where id = any(?::uuid[])',
      [`{${[...feeds.keys()].join(',')}}`],
    );
    const late = rows.flatMap(({ id, seq }) => {
      const feed = feeds.get(id);
      return feed && Number(seq) > feed.position ? [feed] : [];
    });
    // Recent events may still be in transit, so only what was already late at the last check counts.
    behindSince = late.length > 0 ? (behindSince ?? performance.now()) : undefined;
    eventsBehind.set(behindSince === undefined ? 0 : (performance.now() - behindSince) / 1000);
    for (const feed of late) void read(feed);
  }

  let looking = false;
  const lookSafely = () => {
    if (looking || feeds.size === 0) return;
    looking = true;
    look()
      .then(outage.worked, outage.failed)
      .finally(() => (looking = false));
  };
  const timer = setInterval(lookSafely, pollEveryMs);
  const stopListening = pubsub.subscribe((signal) => {
    if (signal.topic === 'lost') lookSafely();
    const feed = signal.topic === 'events' ? feeds.get(signal.teamId) : undefined;
    if (feed) void read(feed);
  });

  return {
    async follow(teamId) {
      const feed = { teamId, position: 0, reading: true, again: false };
      feeds.set(teamId, feed);
      feed.position = await lastSeq(orm.em.fork(), teamId);
      feed.reading = false;
      // The feed may have been released in the meantime.
      if (feed.again && feeds.get(teamId) === feed) void read(feed);
    },
    unfollow: (teamId) => void feeds.delete(teamId),
    position: (teamId) => feeds.get(teamId)?.position ?? 0,
    close() {
      clearInterval(timer);
      stopListening();
      feeds.clear();
    },
  };
}
