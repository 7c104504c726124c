import type { FastifyInstance } from 'fastify';
import type { App } from '#api/app.ts';
import { isId } from '#api/id.ts';
import { Mail } from './mail.entity.ts';
import { mailboxPage } from './mailbox-page.ts';
import { usesMailbox } from './transport.ts';

/** Mails shown at most. */
const newest = 200;

/**
 * The local mailbox of development (operator's interface): `/dev/mailbox`, and `/dev/mailbox.json` with what would have
 * been sent, newest first. Never in production, nor where a mail server is set up.
 */
export function registerMailbox(fastify: FastifyInstance, { config, orm }: App): void {
  if (!usesMailbox(config)) return;
  const mails = () => orm.em.fork().find(Mail, {}, { orderBy: { createdAt: 'desc' }, limit: newest });

  fastify.get('/dev/mailbox.json', async (_request, reply) => {
    const shown = (await mails()).map(({ to, subject, text, html, createdAt }) => ({
      to,
      subject,
      text,
      html,
      createdAt,
    }));
    return reply.header('cache-control', 'no-store').send(shown);
  });

  fastify.get('/dev/mailbox', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mailboxPage(await mails(), reply.cspNonce.style)),
  );

  fastify.get<{ Params: { id: string } }>('/dev/mailbox/:id', async ({ params: { id } }, reply) => {
    const mail = isId(id) ? await orm.em.fork().findOne(Mail, { id }) : null;
    if (!mail?.html) return reply.callNotFound();
    // A mail's styles are inline; nothing else may load or run.
    return reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
}
