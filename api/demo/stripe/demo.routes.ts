import type { FastifyInstance } from 'fastify';
import { stripeBrowserScript } from './browser-script.ts';
import { deedsOf, type Happened } from './demo-deeds.ts';
import { stripeDemoPage } from './demo-page.ts';
import type { StripeStandIn, TypedCard } from './stripe.ts';

/** Where the page loads the stand-in for Stripe.js. */
export const stripeScript = '/dev/stripe.js';

const secret = { type: 'string', maxLength: 300, pattern: '^(pi|seti)_\\w+_secret_\\w+$' };
const whole = { type: 'integer', minimum: 0, maximum: 9999 };
const ofCard = {
  type: 'object',
  required: ['number', 'expMonth', 'expYear', 'cvc'],
  properties: {
    number: { type: 'string', maxLength: 30 },
    expMonth: whole,
    expYear: whole,
    cvc: { type: 'string', maxLength: 4 },
  },
};
const body = (properties: Record<string, object>) => ({
  schema: { body: { type: 'object', required: Object.keys(properties), properties } },
});

/**
 * `/dev/stripe` of the demo: what is in the stand-in for Stripe, with buttons that let time pass and cards fail; and what
 * the browser's own stand-in asks. Anybody may sign in to the demo.
 */
export function registerStripe(fastify: FastifyInstance, standIn: StripeStandIn): void {
  const deeds = deedsOf(standIn);
  let last: Happened | undefined;

  fastify.get(stripeScript, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(await stripeBrowserScript()),
  );

  fastify.post<{ Body: { clientSecret: string; card: TypedCard } }>(
    '/dev/stripe/confirm',
    body({ clientSecret: secret, card: ofCard }),
    ({ body: { clientSecret, card } }) => standIn.confirm(clientSecret, card),
  );

  fastify.post<{ Body: { clientSecret: string; ok: boolean } }>(
    '/dev/stripe/authenticate',
    body({ clientSecret: secret, ok: { type: 'boolean' } }),
    ({ body: { clientSecret, ok } }) => standIn.authenticate(clientSecret, ok),
  );

  fastify.post<{ Body: { clientSecret: string } }>(
    '/dev/stripe/intent',
    body({ clientSecret: secret }),
    async ({ body: { clientSecret } }, reply) => {
      const intent = await deeds.intent(clientSecret);
      return intent ?? reply.code(404).send({ message: 'No such intent' });
    },
  );

  fastify.get('/dev/stripe', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(stripeDemoPage(await deeds.shown(), last, reply.cspNonce)),
  );

  fastify.post<{ Body: { days: number } }>(
    '/dev/stripe/advance',
    body({ days: { type: 'integer', minimum: 1, maximum: 366 } }),
    async ({ body: { days } }) => {
      last = await deeds.advance(days);
      return {};
    },
  );

  fastify.post<{ Body: { customer: string; work: boolean } }>(
    '/dev/stripe/card',
    body({ customer: { type: 'string', pattern: '^cus_\\w{1,60}$' }, work: { type: 'boolean' } }),
    async ({ body: { customer, work } }) => {
      last = await deeds.card(customer, work);
      return {};
    },
  );

  fastify.post<{ Body: { name: string; amount: number; currency: 'gbp' | 'usd' } }>(
    '/dev/stripe/price',
    body({
      name: { type: 'string', minLength: 1, maxLength: 100 },
      amount: { type: 'integer', minimum: 1, maximum: 10_000_000 },
      currency: { enum: ['gbp', 'usd'] },
    }),
    ({ body: wish }) => {
      last = { what: `The price ${standIn.addPrice(wish)} of ${wish.name} was made.`, events: [] };
      return {};
    },
  );
}
