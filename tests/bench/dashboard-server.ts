// The product with customers of many controllers, in a process of its own.
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';
import { serve } from './live/part.ts';

let running: Running;

const orders = {
  async listen({ databaseUrl }: { databaseUrl: string }): Promise<string> {
    running = await startServer({ databaseUrl, config: { logLevel: 'silent' } });
    return running.url;
  },

  /** The token of a customer with so many controllers more than one, of ten devices each. */
  async addControllers({ count }: { count: number }): Promise<string> {
    const { teamId, token } = await addCustomer(running);
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
    await execute('analyze controller');
    await execute('analyze device');
    return token;
  },
};

export type DashboardServer = typeof orders;
serve(orders);
