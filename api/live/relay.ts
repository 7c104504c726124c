import type { Logger } from 'pino';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Orm } from '#api/db/orm.ts';
import { eventsBehind, eventsRelayed } from '#api/observability/metrics.ts';
import { outageLog } from '#api/observability/outage-log.ts';
import type { PubSub } from './pubsub.ts';
import type { Event } from './event.entity.ts';
import { eventsAfter, lastSeq } from './event-log.ts';

/** Events read at once. */
const page = 500;

/** Milliseconds between two looks for what the bell did not tell. */
const pollEveryMs = 1000;

/** Reads the event logs of teams that are followed here, in order, without skipping or doubling. */
export interface Relay {
  /** Every event after `position` will be published. */
  follow(teamId: string): Promise<void>;
  unfollow(teamId: string): void;
  /** The number of the last event that was published, or that the team had when it was followed. */
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
    // What came a moment ago is on its way: behind is what was so at the look before.
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
      // Nobody may want it any more.
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
