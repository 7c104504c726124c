// What someone would write by hand with Fastify and pg: the session looked up in each request, and rows sent as JSON.
import { createHash } from 'node:crypto';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { serve } from './live/part.ts';
import { usage } from './live/usage.ts';

const orders = {
  ...usage,
  async listen({ databaseUrl }: { databaseUrl: string }): Promise<string> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    const server = Fastify();

    async function teamOf({ headers }: FastifyRequest): Promise<string> {
      const token = headers.authorization?.slice('Bearer '.length) ?? '';
      const { rows } = await pool.query<{ team_id: string }>({
        name: 'session',
        text: `select s.team_id, u.role, m.role as team_role
                 from session s
                 join "user" u on u.id = s.user_id
                 join membership m on m.user_id = s.user_id and m.team_id = s.team_id
                where s.token_hash = $1 and s.expires_at > now() and not u.suspended`,
        values: [createHash('sha256').update(token).digest('hex')],
      });
      if (!rows[0]) throw new Error('Not signed in');
      return rows[0].team_id;
    }

    server.get('/empty', (request) => teamOf(request).then(() => ({})));
    const alertsOf = async (request: FastifyRequest<{ Params: { id: string } }>) => {
      const { rows } = await pool.query({
        name: 'alerts',
        text: `select id, type, severity, device_name as "deviceName", site_name as "siteName", since,
                      timestamp, controller_id as "controllerId", site_id as "siteId"
                 from alert where controller_id = $1 and team_id = $2 and resolved_at is null
                order by timestamp desc, id desc`,
        values: [request.params.id, await teamOf(request)],
      });
      return rows;
    };
    server.get<{ Params: { id: string } }>('/alerts/:id', (request) => alertsOf(request));
    return server.listen({ port: 0, host: '127.0.0.1' });
  },
};

export type HandWrittenServer = typeof orders;
serve(orders);
