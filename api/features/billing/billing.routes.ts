import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#api/config/app.ts';
import { checkAllowed } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { TooMany } from '#api/lib/errors.ts';
import { subjectOf } from './events/event-kinds.ts';
import { storeEvent } from './events/stripe-events.service.ts';
import { secretsIn } from './payment-settings.input.ts';
import { webhookPath } from './payment-settings.service.ts';
import { paymentSecrets, verifyEvent, type Stripe } from './stripe.client.ts';
import { invoicePdf, invoicesZip, type FileDownload } from './invoices.service.ts';

/** Maximum bytes of an event. Stripe's are far smaller, except invoices with very many lines. */
const largestEvent = 1024 * 1024;

/**
 * Receives Stripe's webhook events (operator's interface). The signature covers the raw body, so nothing
 * parses it before the check. Events are only stored here and applied by a job, so that Stripe gets an
 * immediate response.
 */
export function registerBilling(fastify: FastifyInstance, app: App): void {
  fastify.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    door.post(webhookPath, { bodyLimit: largestEvent }, (request, reply) => take(app, request, reply));
  });
}

async function take(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const em = app.orm.em.fork();
  const { webhookSecret, livemode } = await paymentSecrets(em);
  const event = eventIn(request, secretsIn(webhookSecret));
  if (!event) return reply.code(400).send({ message: 'The signature is invalid or expired' });
  await storeEvent(em, event, livemode ?? null);
  return reply.send({ received: true });
}

/** Stripe's IDs and types are much shorter. */
const isWord = (given: unknown): boolean => typeof given === 'string' && /^[\x21-\x7e]{1,255}$/.test(given);

/** Last second of the year 9999. */
const lastSecond = 253_402_300_799;

/** Whether an event has every field that we store, with values that fit the columns. */
function isEvent({ id, type, created, livemode, data }: Stripe.Event): boolean {
  const isTime = Number.isInteger(created) && created >= 0 && created <= lastSecond;
  if (!isWord(id) || !isWord(type) || !isTime || typeof livemode !== 'boolean') return false;
  if (typeof data?.object !== 'object' || data.object === null) return false;
  return Object.values(subjectOf({ type, data })).every((name) => name === null || isWord(name));
}

/** Returns undefined unless one of the secrets signed the event within the last five minutes. */
function eventIn({ body, headers }: FastifyRequest, secrets: string[]): Stripe.Event | undefined {
  const signature = headers['stripe-signature'];
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') return undefined;
  try {
    const event = verifyEvent(body, signature, secrets);
    return isEvent(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Serves invoices as files: `GET /api/invoices/:id/pdf`, and `GET /api/invoices/download` with all of them in
 * a zip. Access is the same as for the list.
 */
export function registerInvoices(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  const serve =
    (type: string, read: (ctx: ViewerContext, request: FastifyRequest) => Promise<FileDownload>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const ctx = await contextOf(request);
      checkAllowed(ctx, 'read');
      const { name, bytes } = await read(ctx as ViewerContext, request).catch((error: unknown) => {
        if (error instanceof TooMany) reply.header('retry-after', Number(error.extensions['retryAfter']));
        throw error;
      });
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    };

  fastify.get(
    '/api/invoices/:id/pdf',
    serve('application/pdf', (ctx, { params }) => invoicePdf(ctx, (params as { id: string }).id)),
  );
  fastify.get('/api/invoices/download', serve('application/zip', invoicesZip));
}
