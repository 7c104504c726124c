// The product with open alerts, in a process of its own.
import { randomUUID } from 'node:crypto';
import { currentAlerts } from '#api/features/alerts/alerts.service.ts';
import type { Viewer } from '#api/graphql/context.ts';
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';
import { serve } from './live/part.ts';
import { usage } from './live/usage.ts';

/** Answers of `currentAlerts` that the server has in memory, by the id that is asked for: what remains is to serve them. */
const inMemory = new Map<string, unknown>();
let running: Running;

const orders = {
  ...usage,
  async listen({ databaseUrl }: { databaseUrl: string }): Promise<string> {
    running = await startServer({
      databaseUrl,
      config: { logLevel: 'silent' },
      schema: (schema) => {
        const field = schema.getQueryType()!.getFields()['currentAlerts']!;
        const resolve = field.resolve!;
        field.resolve = (root, args: { controllerId: string }, context, info) =>
          inMemory.get(args.controllerId) ?? resolve(root, args, context, info);
      },
    });
    return running.url;
  },

  /** A customer whose alerts began a minute apart, the `open` newest of them still open. */
  async addAlerts({ count, open }: { count: number; open: number }) {
    const { teamId, controllerId, token } = await addCustomer(running);
    const em = running.app.orm.em.fork();
    await em.execute(
      `insert into alert (id, team_id, controller_id, rule_name, subject, type, severity, device_name, device_mac,
                          site_id, site_name, since, timestamp, resolved_at, resolution)
       select gen_random_uuid(), ?, ?, 'Anything down', 'device ' || n, 'device_offline', 'error',
              'AP Lobby ' || n, 'AAAAAAAAAAAA',
              'HOST:1', 'Head Office', began, began, case when n > ? then began + interval '10 minutes' end,
              case when n > ? then 'recovered' end
         from generate_series(1, ?::int) n, lateral (select now() - n * interval '1 minute' as began) as life`,
      [teamId, controllerId, open, open, count],
    );
    // What writing so many rows leaves to do would otherwise be done while something is measured.
    await em.execute('vacuum (analyze) alert');
    await em.execute('checkpoint');
    const remembered = randomUUID();
    const viewer = { team: { id: teamId } } as Viewer;
    inMemory.set(remembered, await currentAlerts({ em, viewer }, controllerId));
    return { controllerId, token, remembered };
  },

  /** The id of an alert that so many are newer than. */
  async alertAt({ offset }: { offset: number }): Promise<string> {
    const [row] = await running.app.orm.em.execute<{ id: string }[]>(
      'select id from alert order by timestamp desc, id desc offset ? limit 1',
      [offset],
    );
    return row!.id;
  },
};

export type AlertServer = typeof orders;
serve(orders);
