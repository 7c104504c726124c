import { int } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { AlertMonth } from '../alerts/alert.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { countedDevices, sameDevice } from '../packages/package-subscribers.store.ts';
import { allowed, counted, isExceeded, type Limit } from '../packages/limits.ts';
import type { PackageUsage } from './team-subscription.ts';
import type { Package } from '../packages/package.entity.ts';

type Reader = Pick<ViewerContext, 'em' | 'viewer'>;

/** Usage of the team's package, apart from its devices. Those are counted only where they're requested. */
export async function packageUsage({
  em,
  viewer,
}: Reader): Promise<Omit<PackageUsage, 'devices' | 'devicesBeyond'>> {
  const teamId = viewer.team.id;
  const team = await em.findOneOrFail(Team, teamId, { populate: ['package'] });
  const month = await em.findOne(AlertMonth, { team: teamId, month: thisMonth() });
  const plan = team.package;
  return {
    controllers: await em.count(Controller, { team: teamId }),
    maxControllers: allowed(plan, 'controllers'),
    maxDevices: allowed(plan, 'devices'),
    alertsThisMonth: month?.raised ?? 0,
    maxAlertsPerMonth: allowed(plan, 'alerts'),
    dataRetentionDays: allowed(plan, 'retention'),
    transferredBytes: await transferredOf({ em, viewer }),
    controllersBeyond: await em.count(Controller, { team: teamId, overLimit: true }),
  };
}

/** First day of the current month, the key of monthly rows. */
const thisMonth = (): string => `${new Date().toISOString().slice(0, 7)}-01`;

/** Counts devices as the limit does, so that a full meter means the limit is reached. */
export const countDevices = (reader: Reader): Promise<number> => devicesOf(reader);

/** Counts devices beyond the package's limit. Filtering first avoids sorting all devices for the distinct count. */
export const countDevicesBeyond = (reader: Reader): Promise<number> => devicesOf(reader, 'd.over_limit');

async function devicesOf({ em, viewer }: Reader, condition = 'true'): Promise<number> {
  const [counted] = await queryRows(
    em,
    { devices: int },
    `select count(distinct ${sameDevice})::int as devices from device d join controller c on c.id = d.controller_id
      where c.team_id = ? and ${condition} and ${countedDevices('team_id = ?')}`,
    [viewer.team.id, viewer.team.id],
  );
  return counted!.devices;
}

async function transferredOf({ em, viewer }: Reader): Promise<number | null> {
  const [sums] = await queryRows(
    em,
    { bytes: tables.daily_measurement.transferred_bytes },
    `select sum(transferred_bytes) as bytes
     from daily_measurement join controller on controller.id = controller_id
     where team_id = ? and day >= ?::date`,
    [viewer.team.id, thisMonth()],
  );
  return sums?.bytes ?? null;
}

/** Usage that another package wouldn't allow, one sentence each, and shorter retention. */
export function exceededLimits(
  usage: Pick<PackageUsage, 'controllers' | 'devices' | 'alertsThisMonth' | 'dataRetentionDays'>,
  plan: Package,
): string[] {
  const used: [Limit, number, string][] = [
    ['controllers', usage.controllers, 'you have'],
    ['devices', usage.devices, 'you have'],
    ['alerts', usage.alertsThisMonth, 'this month you had'],
  ];
  const sentences = used
    .filter(([limit, count]) => isExceeded(plan, limit, count))
    .map(
      ([limit, count, have]) =>
        `${plan.name} allows ${counted(limit, allowed(plan, limit) ?? 0)}; ${have} ${count.toLocaleString('en-GB')}.`,
    );
  const [now, then] = [usage.dataRetentionDays, allowed(plan, 'retention')];
  if (then !== null && (now == null || then < now))
    sentences.push(`${plan.name} keeps ${counted('retention', then)}; older history will be deleted.`);
  return sentences;
}
