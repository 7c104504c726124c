import type { FastifyInstance } from 'fastify';
import type { App } from '#api/config/app.ts';
import { isId } from '#api/db/id.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { escapeHtml } from '#api/lib/html.ts';
import { contentOf, OutboxEmail, type EncryptedContent, EmailStatus } from './outbox-email.entity.ts';
import { attachmentOf } from './send-message.store.ts';
import { usesMailbox, EmailTransport, currentTransport } from './transport.store.ts';

/** Maximum emails shown. */
const newest = 200;

/**
 * The local development mailbox (operator's interface): `/dev/mailbox`, and `/dev/mailbox.json` with what would have
 * been sent and its status, newest first. It exists only where `usesMailbox` says so. `operator-paths.ts` keeps everyone else out.
 */
export function registerMailbox(fastify: FastifyInstance, app: App): void {
  const { config, log, orm } = app;
  if (!usesMailbox(config)) {
    fastify.addHook('onReady', async () => {
      const { by } = await currentTransport(orm.em.fork(), config);
      if (by === EmailTransport.none)
        log.warn(
          "Email can't be sent until SMTP_URL is set, or a provider's API key is saved under Email Settings",
        );
    });
    return;
  }
  const mails = () => orm.em.fork().find(OutboxEmail, {}, { orderBy: { createdAt: 'desc' }, limit: newest });

  fastify.get('/dev/mailbox.json', async (_request, reply) => {
    const shown = (await mails()).map((mail) => {
      const { to, subject, createdAt, status, failure } = mail;
      const { replyTo, text, html } = readable(mail);
      const attachment = mail.attachment ? { name: mail.attachment.name, url: attachmentPath(mail) } : null;
      return {
        to,
        replyTo,
        subject,
        text: text || null,
        html: html || null,
        attachment,
        createdAt,
        status,
        failure,
      };
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

  fastify.get<{ Params: { id: string } }>('/dev/mailbox/:id/attachment', async (request, reply) => {
    const { id } = request.params;
    const mail = isId(id) ? await orm.em.fork().findOne(OutboxEmail, { id }) : null;
    if (!mail?.attachment) return reply.callNotFound();
    const { type, content } = await attachmentOf(app, mail.attachment);
    return reply.header('cache-control', 'no-store').type(type).send(content);
  });

  fastify.get<{ Params: { id: string } }>('/dev/mailbox/:id', async (request, reply) => {
    const { id } = request.params;
    const mail = isId(id) ? await orm.em.fork().findOne(OutboxEmail, { id }) : null;
    const html = mail && readable(mail).html;
    if (!html) return reply.callNotFound();
    // An email's styles are inline. Nothing else may load or run.
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

const attachmentPath = ({ id }: OutboxEmail): string => `/dev/mailbox/${id}/attachment`;

/** The content of an email, empty if it can't be decrypted: one such email must not hide the others. */
function readable(mail: OutboxEmail): EncryptedContent {
  try {
    return contentOf(mail);
  } catch (error) {
    if (error instanceof UnreadableSecret) return { text: '', html: '' };
    throw error;
  }
}

const styles = `
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif }
body { max-width: 720px; margin: 0 auto; padding: 24px 16px; background: light-dark(#f8fafc, #0b1120); color: light-dark(#0f172a, #e5ecf6) }
h1 { font-size: 20px } p { color: light-dark(#475569, #94a3b8) }
article { margin: 16px 0; padding: 16px; border: 1px solid light-dark(#e2e8f0, #22304a); border-radius: 8px; background: light-dark(#fff, #111a2e) }
h2 { margin: 0; font-size: 16px } pre { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
a { color: light-dark(#2563eb, #60a5fa) } p.failed { color: light-dark(#dc2626, #f87171) }`;

interface ShownMail {
  mail: OutboxEmail;
  content: EncryptedContent;
}

/** The local mailbox as a page. `nonce` allows its style element. */
function mailboxPage(mails: readonly ShownMail[], nonce: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mailbox · Netlantern</title>
<style nonce="${nonce}">${styles}</style>
<h1>Mailbox</h1>
<p>While no mail provider is set up, mail is not sent: it is kept here. The newest is on top.</p>
${mails.map(article).join('\n') || '<p>No emails yet.</p>'}
</html>
`;
}

function article({ mail, content }: ShownMail): string {
  const { id, to, subject, status, createdAt, attachment } = mail;
  const { replyTo, text, html } = content;
  const answers = replyTo ? ` · answers go to ${escapeHtml(replyTo)}` : '';
  const file = attachment ? ` · <a href="${attachmentPath(mail)}">${escapeHtml(attachment.name)}</a>` : '';
  const asHtml = html ? ` · <a href="/dev/mailbox/${id}">as HTML</a>` : '';
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}${answers} · ${createdAt.toISOString()}${asHtml}${file}</p>
<p${status === EmailStatus.failed ? ' class="failed"' : ''}>${escapeHtml(outcome(mail))}</p>
<pre>${text ? linked(escapeHtml(text)) : 'The content has been erased.'}</pre>
</article>`;
}

/** Status of an email. Only those still stored here were delivered to this mailbox. */
function outcome({ status, text, failure }: OutboxEmail): string {
  if (status === EmailStatus.failed) return `Not sent: ${failure ?? 'we gave up'}.`;
  if (status === EmailStatus.waiting) return failure ? `Waiting: ${failure}.` : 'Waiting to be sent.';
  return text ? 'Stored here. It was not sent anywhere.' : 'Sent.';
}

function linked(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
