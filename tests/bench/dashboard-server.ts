// The product with customers of many controllers, in a process of its own.
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';
import { serve } from './live/part.ts';

let running: Running;

const orders = {
  async listen({ databaseUrl }: { databaseUrl: string }): Promise<string> {
    running = await startServer({ databaseUrl, config: { logLevel: 'silent' } });
    return running.url;
  },

  /** The token of a customer with so many controllers of one site and ten devices each, and so many open alerts. */
  async addControllers({ count, alerts }: { count: number; alerts: number }): Promise<string> {
    const { teamId, controllerId, token } = await addCustomer(running);
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
    await execute('analyze team_site');
    await execute('analyze alert');
    await execute('analyze controller');
    await execute('analyze device');
    return token;
  },
};

export type DashboardServer = typeof orders;
serve(orders);
