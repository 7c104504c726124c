import { changeRows, queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';

/** Maximum rows per statement, so that locks are short and a killed process loses little work. */
const batch = 500;

/** How long changes of uplinks are kept, whatever the package. */
const uplinkDays = 90;

/** The same for states of internet lines: this month and the twelve before it are compared with what a provider promises. */
const lineDays = 400;

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/**
 * Nightly job: deletes resolved alerts with their timelines and deliveries, and measurements, once they are
 * older than the team's package keeps history. Teams without a package keep theirs.
 */
export async function removeOldHistory({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  while ((await changeRows(em, oldUplinks, [daysAgo(uplinkDays)])) === batch);
  for (const table of ['wan_interval', 'inferred_outage'])
    while ((await changeRows(em, oldLineStates(table), [daysAgo(lineDays)])) === batch);
  const teams = await queryRows(
    em,
    { id: tables.team.id, days: tables.package.data_retention_days },
    `select team.id, package.data_retention_days as days from team join package on package.id = team.package_id where package.data_retention_days >= 0`,
  );
  for (const { id, days } of teams) {
    const before = daysAgo(days);
    while ((await changeRows(em, oldAlerts, [id, before, before])) === batch);
    while ((await changeRows(em, oldSummaries, [id, before])) === batch);
    while ((await changeRows(em, oldMeasurements, [id, before])) === batch);
    while ((await changeRows(em, oldSights, [id, before])) === batch);
  }
}

/**
 * Deletes the rows that a select names by `ctid`. The array makes PostgreSQL evaluate the select once.
 * Otherwise it may run again for each row and return the next batch.
 */
const removal = (table: string, select: string) => `
  with old as materialized (${select} limit ${batch} for update of r skip locked)
  delete from ${table} using old where ${table}.ctid = old.ctid`;

/**
 * An alert resolves after it opens, so the index on `timestamp` finds them. Rows locked by others are left
 * for the next night.
 */
const oldAlerts = removal(
  'alert',
  'select r.ctid from alert r where team_id = ? and timestamp < ? and resolved_at < ? order by timestamp',
);

/** Summary deliveries belong to no single alert. */
const oldSummaries = removal(
  'delivery',
  `select r.ctid from delivery r
    where team_id = ? and created_at < ? and kind = 'summary' and status not in ('waiting', 'retrying', 'held')
    order by created_at`,
);

const oldUplinks = removal('uplink_change', 'select r.ctid from uplink_change r where at < ?');

const oldLineStates = (table: string) => removal(table, `select r.ctid from ${table} r where until < ?`);

const oldMeasurements = removal(
  'daily_measurement',
  `select r.ctid from daily_measurement r join controller c on c.id = r.controller_id
    where c.team_id = ? and r.day < (?::timestamptz at time zone 'utc')::date`,
);

const oldSights = removal(
  'reachability_interval',
  'select r.ctid from reachability_interval r join controller c on c.id = r.controller_id where c.team_id = ? and r.until < ?',
);
