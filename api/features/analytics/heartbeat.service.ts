import type { App } from '#api/config/app.ts';

/** Milliseconds between heartbeats: several a minute, so that a late one leaves no gap. */
const beatEvery = 20_000;

/** Uses the database's clock, which all nodes share. Writes nothing if the minute is already recorded. */
const beating = `
  with minute as (select date_trunc('minute', clock_timestamp()) as at),
  last as (select began, until from running_interval order by began desc limit 1),
  extended as (
    update running_interval set until = minute.at + interval '1 minute' from minute, last
     where running_interval.began = last.began and last.until = minute.at returning 1)
  insert into running_interval (began, until)
  select minute.at, minute.at + interval '1 minute' from minute
   where not exists (select from extended) and not exists (select from last where last.until > minute.at)
  on conflict do nothing`;

export async function recordHeartbeat({ orm }: Pick<App, 'orm'>): Promise<void> {
  await orm.em.fork().execute(beating, [], 'run');
}

/**
 * Records each minute in which this node runs and the database accepts writes. A failed write is a missing
 * minute, which is the measurement.
 */
export function startHeartbeat(app: App): { stop(): Promise<void> } {
  let last = recordHeartbeat(app).catch(() => undefined);
  const timer = setInterval(() => {
    last = last.then(() => recordHeartbeat(app).catch(() => undefined));
  }, beatEvery);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}
