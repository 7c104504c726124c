import type { FastifyInstance } from 'fastify';
import type { App } from '#api/app.ts';
import { Mail } from './mail.entity.ts';
import { usesMailbox } from './transport.ts';

/** Mails shown at most. */
const newest = 200;

/** `/dev/mailbox.json`: what would have been sent, newest first (operator's interface). Never in production. */
export function registerMailbox(fastify: FastifyInstance, { config, orm }: App): void {
  if (!usesMailbox(config)) return;
  fastify.get('/dev/mailbox.json', async (_request, reply) => {
    const mails = await orm.em.fork().find(Mail, {}, { orderBy: { createdAt: 'desc' }, limit: newest });
    const shown = mails.map(({ to, subject, text, html, createdAt }) => ({
      to,
      subject,
      text,
      html,
      createdAt,
    }));
    return reply.header('cache-control', 'no-store').send(shown);
  });
}
