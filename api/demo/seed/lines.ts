import type { EntityManager } from '@mikro-orm/postgresql';
import { unsealedKey } from '#api/features/controllers/api-key.store.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { UnifiError } from '#api/features/unifi/errors.ts';
import { readWanPeriods } from '#api/features/unifi/isp.client.ts';
import { keepWans, wanSpan } from '#api/features/metrics/record-wans.store.ts';
import { historyDays } from './history-episodes.ts';

const day = 86_400_000;

/** A day of a controller's lines as the network in a box tells it, and before that days that are like it. */
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
    await keepWans(em, controller.id, own);
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
