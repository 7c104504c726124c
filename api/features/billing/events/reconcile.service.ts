import type { ViewerContext } from '#api/graphql/context.ts';
import { record } from '#api/features/audit/audit.service.ts';
import { mapConcurrently } from '#api/lib/concurrency.ts';
import type { App } from '#api/config/app.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { type BillingDrift, PaymentSettings } from '../payment-settings.entity.ts';
import { stripeFailure, failureText, paymentSecrets, stripeOf, type Stripe } from '../stripe.client.ts';
import { isHandled, subjectOf } from './event-kinds.ts';
import { storeEvent } from './stripe-events.service.ts';
import { StripeEvent } from './stripe-event.entity.ts';
import { syncCustomer } from '../sync/sync.store.ts';

/** Reconciles with Stripe now instead of tonight. @throws Conflict without a key, Unavailable */
export async function reconcileBilling(ctx: ViewerContext): Promise<BillingDrift[]> {
  const drift = await reconcile(ctx.app).catch((error: unknown) => {
    throw stripeFailure(error);
  });
  const after = { found: drift.length, mended: drift.filter(({ mended }) => mended).length };
  await ctx.em.transactional((em) =>
    record(em, ctx, { action: 'payments.reconcile', subject: 'Billing', after }),
  );
  return drift;
}

/** Returns what the last reconciliation found. */
export async function billingDrift({ em }: ViewerContext): Promise<BillingDrift[]> {
  const [settings] = await em.find(
    PaymentSettings,
    { id: 1 },
    { fields: ['drift'], disableIdentityMap: true },
  );
  return settings?.drift ?? [];
}

const day = 86_400_000;

/** Days to look back for missed events. Stripe retries for three. */
const missedDays = 4;

/** Days to keep events. */
const keptDays = 90;

/** Customers read in parallel. Stripe allows 25 requests per second in test mode. */
const atOnce = 4;

/**
 * Reads our customers, open subscriptions and missed events from Stripe, corrects our rows, and stores and
 * returns the drift.
 */
export async function reconcile(app: App): Promise<BillingDrift[]> {
  const em = app.orm.em.fork();
  const stripe = await stripeOf(em, app.config);
  const { livemode = null } = await paymentSecrets(em);
  const ids = await customersToRead(app, stripe);
  const drifts = await mapConcurrently(ids, atOnce, (id) => driftOf(app, id));
  const drift = [...drifts.flat(), ...(await missedEvents(app, stripe, livemode))];
  const sorted = drift.toSorted(
    (a, b) => Number(a.mended) - Number(b.mended) || a.teamName.localeCompare(b.teamName),
  );
  await em.upsert(PaymentSettings, { id: 1, reconciledAt: new Date(), drift: sorted } as PaymentSettings);
  await em.nativeDelete(StripeEvent, { receivedAt: { $lt: new Date(Date.now() - keptDays * day) } });
  return sorted;
}

async function customersToRead({ orm }: App, stripe: Stripe): Promise<Set<string>> {
  const teams = await orm.em
    .fork()
    .find(Team, { stripeCustomerId: { $ne: null } }, { orderBy: { id: 'asc' } });
  const ids = new Set(teams.map(({ stripeCustomerId }) => stripeCustomerId!));
  // Without a status, Stripe lists all that haven't ended.
  for await (const { customer } of stripe.subscriptions.list({ limit: 100 }))
    ids.add(typeof customer === 'string' ? customer : customer.id);
  return ids;
}

async function driftOf(app: App, customerId: string): Promise<BillingDrift[]> {
  const team = await app.orm.em.fork().findOne(Team, { stripeCustomerId: customerId });
  try {
    const found = await syncCustomer(app, customerId);
    if (found || !team) return found ?? [];
    return [unmended(team.name, "The customer doesn't exist in Stripe", customerId)];
  } catch (error) {
    app.log.warn({ err: error, customer: customerId }, 'Failed to reconcile a customer with Stripe');
    return [unmended(team?.name ?? '', `We couldn't compare it: ${failureText(error)}`, customerId)];
  }
}

const unmended = (teamName: string, what: string, stored: string): BillingDrift => ({
  teamName,
  what,
  stored,
  atStripe: null,
  mended: false,
});

/** Stores missed events with their jobs, because emails may depend on them. Only for our own customers. */
async function missedEvents(app: App, stripe: Stripe, livemode: boolean | null): Promise<BillingDrift[]> {
  const em = app.orm.em.fork();
  const created = { gte: Math.floor((Date.now() - missedDays * day) / 1000) };
  const teams = await em.find(Team, { stripeCustomerId: { $ne: null } });
  const names = new Map(teams.map(({ stripeCustomerId, name }) => [stripeCustomerId!, name]));
  const noted = await em.find(
    StripeEvent,
    { createdAt: { $gte: new Date(created.gte * 1000) } },
    { fields: ['stripeId'] },
  );
  const known = new Set(noted.map(({ stripeId }) => stripeId));
  const drift: BillingDrift[] = [];
  for await (const event of stripe.events.list({ created, limit: 100 })) {
    const teamName = names.get(subjectOf(event).customerId ?? '');
    if (teamName === undefined || known.has(event.id) || !isHandled(event.type)) continue;
    if (!(await storeEvent(em.fork(), event, livemode))) continue;
    const what = `We never received the event ${event.type}`;
    drift.push({ teamName, what, stored: null, atStripe: event.id, mended: true });
  }
  return drift;
}
