import type { EntityManager } from '@mikro-orm/postgresql';
import type { LineSource } from '../unifi/reading.ts';

/** The state of a line after a round, and since when it has been the same. */
interface LineState {
  hostId: string;
  siteId: string;
  key: string;
  state: 'up' | 'down' | 'unknown';
  stateSince?: Date | null;
  source?: LineSource;
}

/**
 * Starts and ends the intervals of lines whose state changed, in the caller's transaction. UniFi's cloud reports outages
 * late, so an interval may begin before this round, and the one before it ends there.
 */
export async function recordLineStates(
  em: EntityManager,
  controllerId: string,
  lines: readonly LineState[],
): Promise<void> {
  const states = JSON.stringify(
    lines.map(({ hostId, siteId, key, state, stateSince, source }) => ({
      hostId,
      siteId,
      key,
      state,
      stateSince,
      source,
    })),
  );
  const now = `now as (
    select w.id, s.state, s."stateSince" as since, s.source
      from json_to_recordset(?::json) as s ("hostId" text, "siteId" text, key text, state text, "stateSince" timestamptz,
                                            source text)
      join wan w on w.controller_id = ? and w.host_id = s."hostId" and w.site_id = s."siteId" and w.key = s.key
     where s."stateSince" is not null
  )`;
  await em.execute(
    `with ${now}
     update wan_interval i set until = greatest(i.began, now.since) from now
      where i.wan_id = now.id and i.until is null and (now.state = 'unknown' or i.is_up <> (now.state = 'up'))`,
    [states, controllerId],
    'run',
  );
  await em.execute(
    `with ${now}
     insert into wan_interval (wan_id, began, is_up, source)
     select id, since, state = 'up', source from now
      where state <> 'unknown' and not exists (select from wan_interval i where i.wan_id = now.id and i.until is null)`,
    [states, controllerId],
    'run',
  );
}

/** Ends open intervals where monitoring stopped. The states are unknown until the next round. */
export async function endLineStates(em: EntityManager, controllerId: string, at: Date): Promise<void> {
  await em.execute(
    `update wan_interval i set until = greatest(i.began, ?) from wan w
      where w.id = i.wan_id and w.controller_id = ? and i.until is null`,
    [at, controllerId],
    'run',
  );
  await em.execute(
    `update wan set state = 'unknown', state_since = ? where controller_id = ? and state <> 'unknown'`,
    [at, controllerId],
    'run',
  );
}
