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
 * Applies a Stripe event by reading its object again, so age and order of events don't matter. Failures are
 * recorded and retried by the queue.
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

/** Other stored events of the same customer that reading the customer covers. */
async function waitingFor(em: EntityManager, { id, customerId }: StripeEvent): Promise<string[]> {
  if (!customerId) return [];
  const others = { customerId, status: StripeEventStatus.received, id: { $ne: id } };
  const events = await em.find(StripeEvent, others, { disableIdentityMap: true });
  return events.filter(({ type }) => isCoveredByReading(type)).map((one) => one.id);
}

/** Events received before the read are applied with it. Their own jobs then find nothing to do. */
async function settle(em: EntityManager, ids: string[]): Promise<void> {
  const where = { id: { $in: ids }, status: StripeEventStatus.received };
  await em.nativeUpdate(StripeEvent, where, { status: StripeEventStatus.applied, appliedAt: new Date() });
}

/** Returns why the event was ignored, or undefined if it was applied. */
async function apply(app: App, event: StripeEvent): Promise<string | undefined> {
  const { type, objectId } = event;
  const stripe = await stripeOf(app.orm.em.fork(), app.config);
  const customerId = event.customerId ?? (await customerBehind(stripe, event));
  if (!customerId) return "It doesn't name a customer.";
  const synced = await syncCustomer(app, customerId, { type, objectId: objectId ?? null });
  if (!synced) return 'Its customer belongs to no team.';
  if (type === 'invoice.finalization_failed')
    app.log.error({ invoice: objectId }, 'Stripe could not finalize an invoice');
  await emailOperators(app, event, customerId);
  return undefined;
}

/** Finds the customer through the charge or invoice, for events that don't name it. */
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

/** Events that operators are emailed about, although nothing changes here. */
const operatorMatters: Record<string, { subject: string; says: string }> = {
  'charge.refunded': {
    subject: 'A payment was refunded',
    says: 'was refunded in full or in part. Their package stays the same.',
  },
  'charge.dispute.created': {
    subject: 'A payment is disputed',
    says: 'was disputed by the cardholder. Respond in Stripe before the deadline shown there.',
  },
  'invoice.finalization_failed': {
    subject: "An invoice couldn't be finalized",
    says: "couldn't be invoiced. Stripe shows the reason. Nothing is paid until you fix it.",
  },
};

/** Emails all super administrators, who alone can act on it. */
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
        { label: 'Stripe ID', value: objectId },
        { label: 'Customer', value: customerId },
      ],
      action: { label: 'Open billing', url: `${config.publicUrl}/admin/billing` },
    };
    const operators = await em.find(User, { role: UserRole.super_admin, suspended: false });
    for (const { email } of operators) await addEmail(em, email, letter);
  });
}
