import type { EntityManager } from '@mikro-orm/postgresql';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { makePartitions } from '#api/features/metrics/partitions.store.ts';
import { rolling } from '#api/features/metrics/roll-up.job.ts';
import { rawDays } from '#api/features/metrics/series.ts';
import { unsealedKey } from '#api/features/controllers/api-key.store.ts';
import { UnifiError } from '#api/features/unifi/errors.ts';
import { readWanPeriods } from '#api/features/unifi/isp.client.ts';
import { insertWanPeriods, wanSpan } from '#api/features/metrics/record-wans.store.ts';
import { blinds, historyDays, type Episode } from './history-episodes.ts';

/** A device of the demo, as its measurements need it. */
export interface Measured {
  id: string;
  mac: string;
  role: string;
  controller: number;
}

const hour = 3_600_000;

/** Hours before now from which on there is a sample every so many seconds; the eldest are only summed up. */
const steps: [hours: number, seconds: number][] = [
  [historyDays * 24, 1800],
  [rawDays * 24 - 1, 600],
  [48, 300],
];

/**
 * Two weeks of measurements: quiet nights, busy working days, idle weekends, and the mishaps of `episodes`. The same for the
 * same moment; made by the database itself, in a second or two.
 */
export async function addMeasurements(
  em: EntityManager,
  controllers: readonly Controller[],
  devices: readonly Measured[],
  episodes: readonly Episode<Measured>[],
  now: Date,
): Promise<void> {
  const run = (text: string, values: unknown[] = []) => em.execute(text, values, 'run');
  const end = Math.floor(now.getTime() / hour) * hour;
  const begin = new Date(end - historyDays * 24 * hour);
  await makePartitions(em.fork({ clear: true }), begin);
  await run(
    `create temporary table demo_device (id uuid, mac text, role text, controller int) on commit drop`,
  );
  await run(`create temporary table demo_trouble (device uuid, controller int, kind text, begun timestamptz, ended timestamptz)
             on commit drop`);
  await run(
    `insert into demo_device select * from json_to_recordset(?::json) as d (id uuid, mac text, role text, controller int)`,
    [JSON.stringify(devices)],
  );
  const troubles = [
    ...episodes.map(({ place, condition, ago, lasted }) => ({
      device: place.id,
      kind: condition,
      ...times(now, ago, lasted),
    })),
    ...blinds.map(({ controller, ago, lasted }) => ({
      controller,
      kind: 'blind',
      ...times(now, ago, lasted),
    })),
  ];
  await run(
    `insert into demo_trouble select * from json_to_recordset(?::json)
       as t (device uuid, controller int, kind text, begun timestamptz, ended timestamptz)`,
    [JSON.stringify(troubles)],
  );
  for (const [place, [hours, seconds]] of steps.entries()) {
    const until = steps[place + 1]?.[0];
    await run(samples, [
      end / 1000,
      new Date(end - hours * hour),
      until === undefined ? now : new Date(end - until * hour),
      seconds,
      seconds,
    ]);
  }
  for (const mishap of mishaps) await run(mishap);
  await run(rolling, [begin, new Date(end)]);
  await run('insert into metrics.rolled_up values (?)', [new Date(end)]);
  await run(days, [controllers.map(({ id }) => id).join(','), begin]);
}

const times = (now: Date, ago: number, lasted: number) => ({
  begun: new Date(now.getTime() - ago),
  ended: new Date(now.getTime() - ago + lasted),
});

/** A number from 0 to 1 that a text always has. */
const luck = (text: string) => `((hashtextextended(${text}, 7) & 65535)::float8 / 65536)`;

/** Of each device a sample every so often. What depends on the time alone is reckoned once for all of them. */
const samples = `
  with time as materialized (
    select at, seconds, seconds / 300 as place,
           greatest(0, sin(pi() * (seconds % 86400 / 3600.0::float8 - 5.5) / 13))
             * case when extract(isodow from at at time zone 'utc') > 5 then 0.25 else 1 end as work,
           sin(seconds / 69000.0::float8) as tide, (?::float8 - seconds) / 288000 as days
      from generate_series(?::timestamptz, ?::timestamptz - interval '1 second', ? * interval '1 second') as at
     cross join lateral (select extract(epoch from at)::int as seconds) as epoch
  ), demo as materialized (
    select id, mac, role, ${luck('mac')} as own, idle, swing, filled, rate
      from demo_device join (values ('gateway', 18, 30, 68, 220e6::float8), ('switch', 12, 9, 36, 60e6)) as usual
        (role, idle, swing, filled, rate) using (role)
     union all
    select id, mac, role, ${luck('mac')}, 8, 20, 52, 25e6 from demo_device where role not in ('gateway', 'switch')
  )
  insert into metrics.device_sample (at, device_id, cpu, memory, disk_free, uplink_bps, seconds, state)
  select at, id, least(88, idle + swing * work * (0.6 + 0.8 * own) + 5 * noise),
         least(89, filled + 5 * tide + 1.5 * noise + 8 * own), case when role = 'gateway' then 42 + days + own end,
         rate * (0.04 + work * (0.3 + own) * (0.5 + noise)), ?::real, 1
    from demo cross join time cross join lateral (
      select ${luck('mac || place')} as noise) as luck
   order by id, at`;

/** Unmonitored time has none, and offline devices have no load. */
const mishaps = [
  `delete from metrics.device_sample s using demo_trouble t join demo_device d on d.controller = t.controller
    where t.kind = 'blind' and s.device_id = d.id and s.at >= t.begun and s.at < t.ended`,
  `update metrics.device_sample s set state = 2, cpu = null, memory = null, disk_free = null, uplink_bps = null
     from demo_trouble t where t.kind = '${AlertCondition.device_offline}' and s.device_id = t.device
      and s.at >= t.begun and s.at < t.ended`,
  `update metrics.device_sample s set cpu = 91 + 6 * ${luck('s.at::text')} from demo_trouble t
    where t.kind = '${AlertCondition.high_cpu}' and s.device_id = t.device and s.at >= t.begun and s.at < t.ended`,
];

/** Daily sums for the dashboard. */
const days = `
  insert into daily_measurement (controller_id, day, observed_seconds, online_seconds, transferred_bytes)
  select d.controller_id, (h.at at time zone 'utc')::date, sum(observed_seconds), sum(online_seconds),
         sum(uplink_bps * online_seconds / 8) filter (where d.role = 'gateway')
    from metrics.device_hour h join device d on d.id = h.device_id
   where d.controller_id = any(string_to_array(?, ',')::uuid[]) and h.at >= ?
   group by 1, 2`;

const day = 86_400_000;

/** A day of a controller's WAN measurements from the simulated network, and similar days before that. */
export async function addLines(
  em: EntityManager,
  baseUrl: string,
  controller: Controller,
  now: Date,
): Promise<void> {
  const span = wanSpan(null, now)!;
  try {
    const periods = await readWanPeriods({ baseUrl, apiKey: unsealedKey(controller) }, span.from, span.until);
    const own = periods.filter(({ hostId }) => hostId === controller.selectedSiteId);
    await insertWanPeriods(em, controller.id, own);
  } catch (error) {
    if (error instanceof UnifiError) return;
    throw error;
  }
  await em.nativeUpdate(Controller, { id: controller.id }, { wansReadUntil: span.until });
  for (const text of [earlier, hours])
    await em.execute(text, [new Date(now.getTime() - historyDays * day), span.from, controller.id], 'run');
}

/** Evenings are slower, some minutes of some days are bad, and now and then a period never came. */
const earlier = `
  insert into metrics.wan_sample (at, wan_id, latency, latency_max, loss)
  select at, id, calm + evening, calm + evening + 6 + 20 * luck, case when luck > 0.985 then 1 + 4 * luck else 0 end
    from (select at, id, 8 + 4 * luck as calm, luck,
                 greatest(0, sin(pi() * (extract(epoch from at)::int % 86400 / 3600.0 - 16) / 7)) * 9 as evening
            from wan cross join generate_series(
              date_bin('5 minutes', ?::timestamptz, 'epoch'), ?::timestamptz - interval '5 minutes', '5 minutes') as at
           cross join lateral (select (hashtextextended(site_id || extract(epoch from at)::int, 7) & 65535)::float8 / 65536
                                 as luck) as drawn
           where controller_id = ?) as period
   where luck > 0.018
  on conflict do nothing`;

const hours = `
  insert into metrics.wan_hour (at, wan_id, samples, latency, latency_max, loss)
  select date_trunc('hour', s.at, 'UTC'), wan_id, count(*), avg(latency), max(latency_max), avg(loss)
    from metrics.wan_sample s join wan on wan.id = s.wan_id
   where s.at >= ? and s.at < ? and wan.controller_id = ? group by 1, 2
  on conflict (wan_id, at) do nothing`;
