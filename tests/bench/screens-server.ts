// The product with customers of many controllers and alerts, in a process of its own.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#api/boot/postgres.ts';
import { AlertChangeKind } from '#api/features/alerts/alert.enums.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { addCustomer, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { serve } from './live/part.ts';
import type { Fleet } from './screens.ts';

let running: Running;

/** By the token. */
const customers = new Map<string, Customer>();

/** Changes that `change` has written. */
let written = 0;
let changing: AbortController | undefined;

const orders = {
  async listen({ databaseUrl }: { databaseUrl: string }): Promise<string> {
    const port = await freePort();
    // Browsers connect from the product's own address only.
    const config = { logLevel: 'silent', publicUrl: `http://127.0.0.1:${port}` } as const;
    running = await startServer({ databaseUrl, port, config });
    return running.url;
  },

  /** The token of a customer with so many controllers of one site and ten devices each, and so many open alerts. */
  async addFleet({ sites: count, alerts }: Fleet): Promise<string> {
    const customer = await addCustomer(running);
    const { teamId, controllerId, token } = customer;
    customers.set(token, customer);
    const execute = (sql: string, values: unknown[] = []) => running.app.orm.em.execute(sql, values);
    await execute(
      `insert into controller (id, team_id, name, api_key, api_key_tail, selected_site_id, selected_site_name, status,
                               device_count, total_sites, last_sync)
       select gen_random_uuid(), ?, 'Branch ' || n, 'none', '0000', 'HOST:' || n, 'Branch ' || n, 'online', 10, 1, now()
         from generate_series(1, ?::int) n`,
      [teamId, count],
    );
    await execute(
      `insert into device (id, controller_id, host_id, mac, name, role, is_console, state, state_since, up_ports)
       select gen_random_uuid(), c.id, c.selected_site_id, lpad(to_hex(n), 12, '0'), 'AP ' || n, 'access_point', false,
              'online', now(), '{}'
         from controller c, generate_series(1, 10) n where c.team_id = ? and c.selected_site_id like 'HOST:%'`,
      [teamId],
    );
    await execute(
      `insert into team_site (team_id, host_id, name, controller_id)
       select team_id, selected_site_id, name, id from controller where team_id = ? and selected_site_id like 'HOST:%'
       on conflict do nothing`,
      [teamId],
    );
    await execute(
      `insert into alert (id, team_id, controller_id, rule_name, subject, type, severity, device_name, device_mac,
                          site_id, site_name, since, timestamp)
       select gen_random_uuid(), ?, ?, 'Anything down', 'device ' || n, 'device_offline',
              (array['critical', 'error', 'warning'])[1 + n % 3], 'AP ' || n, lpad(to_hex(n), 12, '0'),
              'HOST:' || 1 + n % ?, 'Branch ' || 1 + n % ?, began, began
         from generate_series(1, ?::int) n, lateral (select now() - n * interval '1 minute' as began) as life`,
      [teamId, controllerId, count, count, alerts],
    );
    // As PostgreSQL does by itself within a minute of so many writes, which would be in the middle of what is measured.
    for (const table of ['team_site', 'alert', 'controller', 'device'])
      await execute(`vacuum analyze ${table}`);
    return token;
  },

  /** Raises a critical alert about a device at the site `Branch n`. Returns when it began to, in milliseconds since 1970. */
  async raise({ token, branch, device }: { token: string; branch: number; device: string }): Promise<number> {
    const began = Date.now();
    await write(customers.get(token)!, branch, device);
    return began;
  },

  /**
   * Changes so many things a second until `settle`: by turns an alert is raised, one is acknowledged, the oldest of the
   * raised ones recovers, and a controller is read.
   */
  change({ token, perSecond }: { token: string; perSecond: number }): void {
    changing = new AbortController();
    void changeUntil(changing.signal, customers.get(token)!, 1000 / perSecond);
  },

  /** Ends `change`. Returns how many changes were written. */
  settle(): number {
    changing?.abort();
    return written;
  },
};

async function changeUntil(settled: AbortSignal, customer: Customer, pause: number): Promise<void> {
  const { teamId } = customer;
  const execute = (sql: string, values: unknown[]) =>
    running.app.orm.em.fork().transactional(async (em) => {
      const [row] = await em.execute<{ id: string; controller_id: string; kind: AlertChangeKind }[]>(
        sql,
        values,
      );
      if (!row) throw new Error('There is nothing to change');
      const { id, controller_id: controllerId, kind } = row;
      await appendEvents(em, teamId, [
        kind ? { kind, controllerId, alertId: id } : { kind: 'controller', controllerId },
      ]);
    });
  const steps = [
    () => write(customer, 1 + (written % 50), `Storm ${written}`),
    () =>
      execute(
        `update alert set acknowledged_at = now(), acknowledged_by_id = ?, acknowledged_by_name = 'Ada' where id =
           (select id from alert where team_id = ? and resolved_at is null and acknowledged_at is null
             order by timestamp desc limit 1) returning id, controller_id, 'changed' as kind`,
        [customer.userId, teamId],
      ),
    () =>
      execute(
        `update alert set resolved_at = now(), resolution = 'recovered' where id =
           (select id from alert where team_id = ? and resolved_at is null and device_name like 'Storm %'
             order by timestamp limit 1) returning id, controller_id, 'resolved' as kind`,
        [teamId],
      ),
    () =>
      execute(
        `update controller set last_sync = now() where id =
           (select id from controller where team_id = ? offset ? limit 1) returning id, id as controller_id`,
        [teamId, written % 50],
      ),
  ];
  const started = performance.now();
  const before = written;
  while (!settled.aborted) {
    await steps[written++ % steps.length]!();
    // Late steps are made up for.
    await sleep(Math.max(0, started + (written - before) * pause - performance.now()));
  }
}

async function write({ teamId, controllerId }: Customer, branch: number, device: string): Promise<void> {
  await running.app.orm.em.fork().transactional(async (em) => {
    const [row] = await em.execute<{ id: string }[]>(
      `insert into alert (id, team_id, controller_id, rule_name, subject, type, severity, device_name, site_id, site_name,
                          since, timestamp)
       values (gen_random_uuid(), ?, ?, 'Anything down', ?, 'device_offline', 'critical', ?, ?, ?, now(), now())
       returning id`,
      [teamId, controllerId, device, device, `HOST:${branch}`, `Branch ${branch}`],
    );
    await appendEvents(em, teamId, [{ kind: AlertChangeKind.raised, controllerId, alertId: row!.id }]);
  });
}

export type ScreensServer = typeof orders;
serve(orders);
