import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Config } from '#api/config/config.ts';
import type { Package } from '#api/features/packages/package.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import type { EmailContent } from '#api/features/email/email-content.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import * as emails from './emails.ts';
import type { CustomerSnapshot } from '../sync/customer.client.ts';
import type { InvoiceReading, SubscriptionSnapshot } from '../sync/snapshot.ts';
import { grantsService, graceDays } from '../sync/service-state.ts';
import type { WriteResult } from '../sync/write-customer.store.ts';

const day = 86_400_000;

/** Days after which a missed event is too old for an email. */
const recentDays = 3;

/** Facts of an event that can't be read again from Stripe. */
export interface EventHint {
  type: string;
  objectId: string | null;
}

export interface CustomerChange {
  team: Team;
  read: CustomerSnapshot;
  written: WriteResult;
  now: Date;
  hint?: EventHint;
}

/**
 * Emails a team's owner about billing changes. It compares states rather than events, so a lost event loses
 * no email, and sends each email once.
 */
export async function notifyOwner(em: EntityManager, place: Config, change: CustomerChange): Promise<void> {
  await notifyOfInvoices(em, place, change);
  await notifyOfTrial(em, place, change);
  await notifyOfEnd(em, place, change);
  await notifyOfChange(em, place, change);
}

const isRecent = (date: Date | null, now: Date) =>
  date !== null && now.getTime() - date.getTime() < recentDays * day;

async function notifyOfInvoices(
  em: EntityManager,
  place: Config,
  { team, read, ...change }: CustomerChange,
): Promise<void> {
  for (const invoice of read.invoices) {
    const { kept, hostedUrl } = invoice;
    if (kept.status === 'paid' && kept.amountPaid > 0 && isRecent(kept.paidAt, change.now))
      await emailOwnerOnce(
        em,
        team,
        kept.stripeId,
        emails.receipt(place, planOf(invoice, read, change, team), kept),
      );
    // First payments are confirmed on screen, so they need no email.
    if (kept.status !== 'open' || kept.billingReason === 'subscription_create') continue;
    const isAsked =
      change.hint?.type === 'invoice.payment_action_required' && change.hint.objectId === kept.stripeId;
    if (isAsked && hostedUrl)
      await emailOwnerOnce(em, team, kept.stripeId, emails.actionRequired(kept, hostedUrl));
    else if (isFailed(invoice, read))
      await emailOwnerOnce(
        em,
        team,
        kept.stripeId,
        emails.paymentFailed(place, kept, graceEnd(invoice, read)),
      );
  }
}

/** A pending change isn't a failed payment. */
function isFailed(
  { attempts, subscriptionId }: InvoiceReading,
  { subscriptions }: CustomerSnapshot,
): boolean {
  const subscription = subscriptions.find(({ stripeId }) => stripeId === subscriptionId);
  return attempts > 0 && subscription?.status === 'past_due';
}

function graceEnd({ subscriptionId, kept }: InvoiceReading, { subscriptions }: CustomerSnapshot): Date {
  const since = subscriptions.find(({ stripeId }) => stripeId === subscriptionId)?.pastDueSince;
  return new Date((since ?? kept.issuedAt).getTime() + graceDays * day);
}

function planOf(
  { subscriptionId }: InvoiceReading,
  { subscriptions }: CustomerSnapshot,
  { written }: Pick<CustomerChange, 'written'>,
  team: Team,
): Package | null | undefined {
  const subscription = subscriptions.find(({ stripeId }) => stripeId === subscriptionId);
  return (subscription && written.packageOf(subscription.priceId)) ?? team.package;
}

/** Three days before the trial ends, by our clock or Stripe's. */
async function notifyOfTrial(em: EntityManager, place: Config, change: CustomerChange): Promise<void> {
  const { live, packageOf } = change.written;
  if (live?.status !== 'trialing' || !grantsService(live) || !live.trialEnd || live.cancelAt) return;
  const left = live.trialEnd.getTime() - change.now.getTime();
  const isSaid = change.hint?.type === 'customer.subscription.trial_will_end';
  if (!isSaid && (left <= 0 || left > 3 * day)) return;
  const plan = packageOf(live.priceId) ?? change.team.package;
  await emailOwnerOnce(em, change.team, live.stripeId, emails.firstPayment(place, plan, live));
}

async function notifyOfEnd(em: EntityManager, place: Config, change: CustomerChange): Promise<void> {
  const { team, read, written, now } = change;
  if (written.live && grantsService(written.live)) return;
  for (const one of read.subscriptions) {
    if (one.status !== 'canceled' || !isRecent(one.endedAt, now) || !gaveService(one, change)) continue;
    const plan = written.packageOf(one.priceId) ?? team.package;
    await emailOwnerOnce(em, team, one.stripeId, emails.ended(place, plan, team.activeUntil ?? null, now));
  }
}

/** A subscription abandoned before payment never gave service, so its end isn't announced. */
function gaveService(
  { stripeId, trialEnd }: SubscriptionSnapshot,
  { written, read }: CustomerChange,
): boolean {
  if (written.unbought.has(stripeId)) return false;
  return (
    trialEnd !== null ||
    read.invoices.some(({ subscriptionId, kept }) => subscriptionId === stripeId && kept.status === 'paid')
  );
}

async function notifyOfChange(
  em: EntityManager,
  place: Config,
  { team, written, now }: CustomerChange,
): Promise<void> {
  const { live, before, packageOf } = written;
  const was = live && before.get(live.stripeId);
  if (!live || !was || !grantsService(live)) return;
  const about = `${live.stripeId} ${now.toISOString()}`;
  const plan = packageOf(live.priceId) ?? team.package;
  if (was.priceId !== live.priceId) {
    if (grantsService(was)) await emailOwnerOnce(em, team, about, emails.packageChanged(place, plan, live));
  } else if (was.pendingPriceId && !live.pendingPriceId) {
    const wanted = packageOf(was.pendingPriceId);
    await emailOwnerOnce(em, team, about, emails.changeExpired(place, plan, wanted));
  }
}

/** Claims an email so that it is sent once. Returns false if it was claimed before, even at the same moment. */
export async function claimNotice(
  em: EntityManager,
  team: Pick<Team, 'id'>,
  kind: string,
  about: string,
): Promise<boolean> {
  const added = await queryRows(
    em,
    { id: tables.billing_notice.id },
    'insert into billing_notice (team_id, kind, about) values (?, ?, ?) on conflict do nothing returning id',
    [team.id, kind, about],
  );
  return added.length > 0;
}

/** Emails a team's owner once, in the transaction of the change. */
export async function emailOwnerOnce(
  em: EntityManager,
  team: Pick<Team, 'id'>,
  about: string,
  letter: EmailContent,
): Promise<void> {
  if (!(await claimNotice(em, team, letter.kind, about))) return;
  const owner = await em.findOne(
    Membership,
    { team: team.id, role: TeamRole.owner },
    { populate: ['user'], orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  if (owner) await addEmail(em, owner.user.email, letter);
}
