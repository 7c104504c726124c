import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { type EmailContent, plainName } from '#api/features/email/email-content.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { UserRole, User } from '#api/features/users/user.entity.ts';
import { isCoveredByReading } from './event-kinds.ts';
import { failureText, isMissing, stripeOf, type Stripe } from '../stripe.client.ts';
import { StripeEvent, StripeEventStatus } from './stripe-event.entity.ts';
import { syncCustomer } from '../sync/sync.store.ts';
import { claimNotice } from '../notices/owner-notices.store.ts';

/**
 * Applies one event of Stripe's: what it is about is read again there, so neither its age nor its order matters. What
 * fails is noted, and tried again by the queue.
 */
export async function applyStripeEvent(app: App, { eventId }: { eventId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const event = await em.findOne(StripeEvent, { id: eventId });
  if (!event || event.status === StripeEventStatus.applied || event.status === StripeEventStatus.ignored)
    return;
  const attempts = event.attempts + 1;
  const where = { id: eventId };
  const earlier = await waitingFor(em, event);
  try {
    const ignored = await apply(app, event);
    const status = ignored ? StripeEventStatus.ignored : StripeEventStatus.applied;
    await em.nativeUpdate(StripeEvent, where, {
      attempts,
      status,
      failure: ignored ?? null,
      appliedAt: new Date(),
    });
    if (!ignored && earlier.length > 0) await settle(em, earlier);
  } catch (error) {
    await em.nativeUpdate(StripeEvent, where, {
      attempts,
      status: StripeEventStatus.failed,
      failure: failureText(error),
    });
    throw error;
  }
}

/** What else has come of the customer, and says no more than that something changed. */
async function waitingFor(em: EntityManager, { id, customerId }: StripeEvent): Promise<string[]> {
  if (!customerId) return [];
  const others = { customerId, status: StripeEventStatus.received, id: { $ne: id } };
  const events = await em.find(StripeEvent, others, { disableIdentityMap: true });
  return events.filter(({ type }) => isCoveredByReading(type)).map((one) => one.id);
}

/** What had come before everything was read is applied with it: its jobs find nothing left to do. */
async function settle(em: EntityManager, ids: string[]): Promise<void> {
  const where = { id: { $in: ids }, status: StripeEventStatus.received };
  await em.nativeUpdate(StripeEvent, where, { status: StripeEventStatus.applied, appliedAt: new Date() });
}

/** Why there was nothing to do; undefined where it was done. */
async function apply(app: App, event: StripeEvent): Promise<string | undefined> {
  const { type, objectId } = event;
  const stripe = await stripeOf(app.orm.em.fork(), app.config);
  const customerId = event.customerId ?? (await customerBehind(stripe, event));
  if (!customerId) return 'It names no customer.';
  const synced = await syncCustomer(app, customerId, { type, objectId: objectId ?? null });
  if (!synced) return 'Its customer is none of ours.';
  if (type === 'invoice.finalization_failed')
    app.log.error({ invoice: objectId }, 'Stripe cannot finish an invoice');
  await emailOperators(app, event, customerId);
  return undefined;
}

/** Whose it is, where only the thing behind it says so. */
async function customerBehind(stripe: Stripe, { type, objectId }: StripeEvent): Promise<string | undefined> {
  if (!objectId) return undefined;
  try {
    const { customer } = type.startsWith('charge.')
      ? await stripe.charges.retrieve(objectId)
      : await stripe.invoices.retrieve(objectId);
    return typeof customer === 'string' ? customer : customer?.id;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What the operator has to know of, though nothing is to be done here. */
const operatorMatters: Record<string, { subject: string; says: string }> = {
  'charge.refunded': {
    subject: 'A payment was refunded',
    says: 'was paid back, in full or in part. Their package stays as it is.',
  },
  'charge.dispute.created': {
    subject: 'A payment is disputed',
    says: 'is disputed by the holder of the card. Answer at Stripe before the date that stands there.',
  },
  'invoice.finalization_failed': {
    subject: 'An invoice could not be finished',
    says: 'could not be turned into an invoice. Stripe says why, and nothing is paid until it is mended.',
  },
};

/** Tells every super administrator what only they can see to. */
async function emailOperators(
  { orm, config }: App,
  { type, objectId }: Pick<StripeEvent, 'type' | 'objectId'>,
  customerId: string,
): Promise<void> {
  const matter = operatorMatters[type];
  if (!matter || !objectId) return;
  await orm.em.fork().transactional(async (em) => {
    const team = await em.findOne(Team, { stripeCustomerId: customerId });
    if (!team || !(await claimNotice(em, team, type, objectId))) return;
    const letter: EmailContent = {
      kind: 'billing-operator',
      subject: matter.subject,
      heading: matter.subject,
      paragraphs: [`A payment of ${plainName(team.name)} ${matter.says}`],
      facts: [
        { label: 'At Stripe', value: objectId },
        { label: 'Customer', value: customerId },
      ],
      action: { label: 'Open billing', url: `${config.publicUrl}/admin/billing` },
    };
    const operators = await em.find(User, { role: UserRole.super_admin, suspended: false });
    for (const { email } of operators) await addEmail(em, email, letter);
  });
}
