import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '#api/config/config.ts';
import type { Package } from '../packages/package.entity.ts';
import type { Team } from '../teams/team.entity.ts';
import * as letters from './letters.ts';
import { tellOwner } from './notices.ts';
import type { ReadCustomer } from './read-customer.ts';
import type { ReadInvoice, SubscriptionSnapshot } from './snapshot.ts';
import { gives, graceDays } from './standing.ts';
import type { Written } from './write-customer.ts';

const day = 86_400_000;

/** Days after which something that was missed is not told any more. */
const newsDays = 3;

/** What an event said that cannot be read again. */
export interface Hint {
  type: string;
  objectId: string | null;
}

export interface Told {
  team: Team;
  read: ReadCustomer;
  written: Written;
  now: Date;
  hint?: Hint;
}

/**
 * Mails a team's owner what has become of their money: by what is there, so that a lost event takes no mail with it, and
 * each thing once.
 */
export async function tellMoney(em: EntityManager, place: Config, told: Told): Promise<void> {
  await tellInvoices(em, place, told);
  await tellTrial(em, place, told);
  await tellEnd(em, place, told);
  await tellChange(em, place, told);
}

const isNews = (date: Date | null, now: Date) =>
  date !== null && now.getTime() - date.getTime() < newsDays * day;

async function tellInvoices(em: EntityManager, place: Config, { team, read, ...told }: Told): Promise<void> {
  for (const invoice of read.invoices) {
    const { kept, hostedUrl } = invoice;
    if (kept.status === 'paid' && kept.amountPaid > 0 && isNews(kept.paidAt, told.now))
      await tellOwner(
        em,
        team,
        kept.stripeId,
        letters.receipt(place, planOf(invoice, read, told, team), kept),
      );
    // Who pays for the first time sees on the screen what becomes of it.
    if (kept.status !== 'open' || kept.billingReason === 'subscription_create') continue;
    const isAsked =
      told.hint?.type === 'invoice.payment_action_required' && told.hint.objectId === kept.stripeId;
    if (isAsked && hostedUrl)
      await tellOwner(em, team, kept.stripeId, letters.actionRequired(kept, hostedUrl));
    else if (isFailed(invoice, read))
      await tellOwner(em, team, kept.stripeId, letters.paymentFailed(place, kept, graceEnd(invoice, read)));
  }
}

/** A change that waits for its payment has failed nobody yet. */
function isFailed({ attempts, subscriptionId }: ReadInvoice, { subscriptions }: ReadCustomer): boolean {
  const subscription = subscriptions.find(({ stripeId }) => stripeId === subscriptionId);
  return attempts > 0 && subscription?.status === 'past_due';
}

function graceEnd({ subscriptionId, kept }: ReadInvoice, { subscriptions }: ReadCustomer): Date {
  const since = subscriptions.find(({ stripeId }) => stripeId === subscriptionId)?.pastDueSince;
  return new Date((since ?? kept.issuedAt).getTime() + graceDays * day);
}

function planOf(
  { subscriptionId }: ReadInvoice,
  { subscriptions }: ReadCustomer,
  { written }: Pick<Told, 'written'>,
  team: Team,
): Package | null | undefined {
  const subscription = subscriptions.find(({ stripeId }) => stripeId === subscriptionId);
  return (subscription && written.packageOf(subscription.priceId)) ?? team.package;
}

/** Three days before, by our clock or by Stripe's. */
async function tellTrial(em: EntityManager, place: Config, told: Told): Promise<void> {
  const { live, packageOf } = told.written;
  if (live?.status !== 'trialing' || !gives(live) || !live.trialEnd || live.cancelAt) return;
  const left = live.trialEnd.getTime() - told.now.getTime();
  const isSaid = told.hint?.type === 'customer.subscription.trial_will_end';
  if (!isSaid && (left <= 0 || left > 3 * day)) return;
  const plan = packageOf(live.priceId) ?? told.team.package;
  await tellOwner(em, told.team, live.stripeId, letters.firstPayment(place, plan, live));
}

async function tellEnd(em: EntityManager, place: Config, told: Told): Promise<void> {
  const { team, read, written, now } = told;
  if (written.live && gives(written.live)) return;
  for (const one of read.subscriptions) {
    if (one.status !== 'canceled' || !isNews(one.endedAt, now) || !wasGiven(one, told)) continue;
    const plan = written.packageOf(one.priceId) ?? team.package;
    await tellOwner(em, team, one.stripeId, letters.ended(place, plan, team.activeUntil ?? null, now));
  }
}

/** One that was given up before it was paid has never been one to its owner. */
function wasGiven({ stripeId, trialEnd }: SubscriptionSnapshot, { written, read }: Told): boolean {
  if (written.unbought.has(stripeId)) return false;
  return (
    trialEnd !== null ||
    read.invoices.some(({ subscriptionId, kept }) => subscriptionId === stripeId && kept.status === 'paid')
  );
}

async function tellChange(em: EntityManager, place: Config, { team, written, now }: Told): Promise<void> {
  const { live, before, packageOf } = written;
  const was = live && before.get(live.stripeId);
  if (!live || !was || !gives(live)) return;
  const about = `${live.stripeId} ${now.toISOString()}`;
  const plan = packageOf(live.priceId) ?? team.package;
  if (was.priceId !== live.priceId) {
    if (gives(was)) await tellOwner(em, team, about, letters.packageChanged(place, plan, live));
  } else if (was.pendingPriceId && !live.pendingPriceId) {
    const wanted = packageOf(was.pendingPriceId);
    await tellOwner(em, team, about, letters.changeExpired(place, plan, wanted));
  }
}
