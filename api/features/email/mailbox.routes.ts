import type { FastifyInstance } from 'fastify';
import type { App } from '#api/config/app.ts';
import { isId } from '#api/db/id.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { contentOf, Mail, type MailContent } from './mail.entity.ts';
import { mailboxPage } from './mailbox-page.ts';
import { usesMailbox } from './transport.ts';
import { MailWay, wayOfMail } from './way.ts';

/** Mails shown at most. */
const newest = 200;

/**
 * The local mailbox of development (operator's interface): `/dev/mailbox`, and `/dev/mailbox.json` with what would have
 * been sent and its status, newest first. It exists only where `usesMailbox` says so. `operator-paths.ts` keeps everyone else out.
 */
export function registerMailbox(fastify: FastifyInstance, { config, log, orm }: App): void {
  if (!usesMailbox(config)) {
    fastify.addHook('onReady', async () => {
      const { by } = await wayOfMail(orm.em.fork(), config);
      if (by === MailWay.none)
        log.warn(
          "Email can't be sent until SMTP_URL is set, or a provider's API key is saved under Email Settings",
        );
    });
    return;
  }
  const mails = () => orm.em.fork().find(Mail, {}, { orderBy: { createdAt: 'desc' }, limit: newest });

  fastify.get('/dev/mailbox.json', async (_request, reply) => {
    const shown = (await mails()).map((mail) => {
      const { to, subject, createdAt, status, failure } = mail;
      const { replyTo, text, html } = readable(mail);
      return { to, replyTo, subject, text: text || null, html: html || null, createdAt, status, failure };
    });
    return reply.header('cache-control', 'no-store').send(shown);
  });

  fastify.get('/dev/mailbox', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        mailboxPage(
          (await mails()).map((mail) => ({ mail, content: readable(mail) })),
          reply.cspNonce.style,
        ),
      ),
  );

  fastify.get<{ Params: { id: string } }>('/dev/mailbox/:id', async (request, reply) => {
    const { id } = request.params;
    const mail = isId(id) ? await orm.em.fork().findOne(Mail, { id }) : null;
    const html = mail && readable(mail).html;
    if (!html) return reply.callNotFound();
    // A mail's styles are inline; nothing else may load or run.
    return reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

/** The content of an email, empty if it can't be decrypted: one such email must not hide the others. */
function readable(mail: Mail): MailContent {
  try {
    return contentOf(mail);
  } catch (error) {
    if (error instanceof UnreadableSecret) return { text: '', html: '' };
    throw error;
  }
}
