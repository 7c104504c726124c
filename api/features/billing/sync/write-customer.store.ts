import type { EntityManager } from '@mikro-orm/postgresql';
import { applyLimits } from '#api/features/controllers/limits.store.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import type { BillingDrift } from '../payment-settings.entity.ts';
import { Invoice } from '../invoice.entity.ts';
import { isFree } from '../prices.ts';
import type { CustomerSnapshot } from './customer.client.ts';
import type { InvoiceSnapshot, SubscriptionSnapshot } from './snapshot.ts';
import {
  activeUntilOf,
  grantsService,
  hasEnded,
  wasNeverBought,
  currentSubscription,
  trialEndOf,
} from './service-state.ts';
import { Subscription } from '../subscription.entity.ts';

type Found = Omit<BillingDrift, 'teamName'>;

/** What a sync changed. */
export interface WriteResult {
  found: Found[];
  /** The current subscription, now and before. */
  live?: SubscriptionSnapshot;
  /** Unfinished subscriptions. */
  unbought: ReadonlySet<string>;
  before: Map<string, SubscriptionSnapshot>;
  packageOf: (priceId: string) => Package | undefined;
}

/**
 * Writes a team's subscriptions, invoices, package and active period. Runs in the customer's transaction,
 * under the team's lock.
 */
export async function writeCustomer(
  em: EntityManager,
  team: Team,
  read: CustomerSnapshot,
  now: Date,
): Promise<WriteResult> {
  const rows = await em.find(Subscription, { team });
  const before = new Map(rows.map((row) => [row.stripeId, snapshotOf(row)]));
  const all = [...read.subscriptions, ...missingAtStripe(rows, read, now)].map((one) =>
    keepingCardHistory(one, before),
  );
  const live = currentSubscription(all);
  const packageOf = await packageByPrice(em, rows, read);
  const found = [
    ...(await writeSubscriptions(em, team, { rows, all, live, packageOf, now })),
    ...(await writeInvoices(em, team, read)),
    ...(await writeTeam(em, team, { all, live, packageOf, now })),
    ...unresolvedDrift(all, live, packageOf),
  ];
  const unbought = new Set(all.filter(wasNeverBought).map(({ stripeId }) => stripeId));
  return { found, live, unbought, before, packageOf };
}

/**
 * Rows that we still consider open, but that no longer exist in Stripe because of other keys or a deleted
 * customer.
 */
function missingAtStripe(
  rows: Subscription[],
  { subscriptions }: CustomerSnapshot,
  now: Date,
): SubscriptionSnapshot[] {
  const known = new Set(subscriptions.map(({ stripeId }) => stripeId));
  return rows
    .filter((row) => !known.has(row.stripeId) && !hasEnded(row))
    .map((row) => ({ ...snapshotOf(row), status: 'canceled', endedAt: now, cancelAt: null }));
}

/** A subscription that ever had a card counts as bought, even if the card was removed. */
function keepingCardHistory(
  one: SubscriptionSnapshot,
  before: ReadonlyMap<string, SubscriptionSnapshot>,
): SubscriptionSnapshot {
  return { ...one, lacksCard: one.lacksCard && before.get(one.stripeId)?.lacksCard !== false };
}

function snapshotOf(row: Subscription): SubscriptionSnapshot {
  const { stripeId, status, priceId, itemId, amount, currency, lacksCard, creditLeft, startedAt } = row;
  return {
    stripeId,
    status,
    priceId,
    itemId,
    amount,
    currency,
    lacksCard,
    creditLeft,
    startedAt,
    currentPeriodEnd: row.currentPeriodEnd ?? null,
    trialEnd: row.trialEnd ?? null,
    cancelAt: row.cancelAt ?? null,
    endedAt: row.endedAt ?? null,
    pastDueSince: row.pastDueSince ?? null,
    pendingPriceId: row.pendingPriceId ?? null,
    paymentMethod: row.paymentMethod ?? null,
  };
}

/**
 * Finds the package by its price. If the operator has since replaced the price, the package it was bought
 * with stays. If we never read it while listed, its metadata names the package.
 */
async function packageByPrice(
  em: EntityManager,
  rows: Subscription[],
  { boughtAs }: CustomerSnapshot,
): Promise<WriteResult['packageOf']> {
  const packages = await em.find(Package, {}, { orderBy: { position: 'asc', id: 'asc' } });
  const oldestFirst = rows.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const bought = new Map(oldestFirst.map((row) => [row.priceId, row.package]));
  return (priceId) => {
    const holds = (one: Package) => [one.stripePriceId, one.stripePriceIdUsd].includes(priceId);
    const known = packages.find(holds) ?? bought.get(priceId);
    return known ?? packages.find(({ id }) => id === boughtAs.get(priceId));
  };
}

interface Writing {
  all: SubscriptionSnapshot[];
  live: SubscriptionSnapshot | undefined;
  packageOf: WriteResult['packageOf'];
  now: Date;
}

/** Write ended subscriptions first, because the unique index allows only one open subscription per team. */
async function writeSubscriptions(
  em: EntityManager,
  team: Team,
  { rows, all, live, packageOf, now }: Writing & { rows: Subscription[] },
): Promise<Found[]> {
  const kept = all.filter((one) => hasEnded(one) || one === live);
  const passed = rows.filter((row) =>
    all.some((one) => one.stripeId === row.stripeId && !kept.includes(one)),
  );
  const found: Found[] = [];
  for (const row of passed) em.remove(row);
  await em.flush();
  for (const one of kept.toSorted((a, b) => Number(a === live) - Number(b === live))) {
    const row = rows.find(({ stripeId }) => stripeId === one.stripeId);
    found.push(
      ...differencesOf(`Subscription ${one.stripeId}`, row && shownOf(snapshotOf(row)), shownOf(one)),
    );
    em.persist(
      em.assign(row ?? new Subscription(), {
        ...one,
        team,
        package: packageOf(one.priceId) ?? null,
        readAt: now,
      }),
    );
    await em.flush();
  }
  return found;
}

function shownOf({ status, priceId, currentPeriodEnd, cancelAt, endedAt }: SubscriptionSnapshot) {
  return {
    status,
    price: priceId,
    'period end': currentPeriodEnd,
    'ends at': cancelAt,
    ended: endedAt,
  };
}

async function writeInvoices(
  em: EntityManager,
  team: Team,
  { invoices }: CustomerSnapshot,
): Promise<Found[]> {
  const rows = await em.find(Invoice, { team });
  const found: Found[] = [];
  for (const { kept } of invoices) {
    const row = rows.find(({ stripeId }) => stripeId === kept.stripeId);
    found.push(...differencesOf(`Invoice ${kept.number ?? kept.stripeId}`, row && billOf(row), billOf(kept)));
    em.persist(em.assign(row ?? new Invoice(), { ...kept, team }));
  }
  await em.flush();
  return found;
}

function billOf({
  status,
  amountPaid,
  amountRemaining,
}: Pick<InvoiceSnapshot, 'status' | 'amountPaid' | 'amountRemaining'>) {
  return { status, paid: amountPaid, 'still owed': amountRemaining };
}

async function writeTeam(
  em: EntityManager,
  team: Team,
  { all, live, packageOf, now }: Writing,
): Promise<Found[]> {
  const plan = live && grantsService(live) ? packageOf(live.priceId) : undefined;
  const updated = {
    trialEndsAt: trialEndOf({ trialEndsAt: team.trialEndsAt ?? null }, all),
    package: plan ?? team.package ?? null,
  };
  const before = {
    trialEndsAt: updated.trialEndsAt,
    activeUntil: team.activeUntil ?? null,
    isFree: updated.package ? isFree(updated.package) : false,
  };
  const activeUntil = activeUntilOf(before, all, now);
  const seen = (of: Pick<Team, 'package' | 'activeUntil'>) => ({
    package: of.package?.name ?? null,
    'active until': of.activeUntil ?? null,
  });
  const found = differencesOf('Team', seen(team), seen({ package: updated.package, activeUntil }));
  // Two packages may share a name, so compare IDs.
  const isOther = found.length > 0 || (team.package ?? null) !== updated.package;
  em.assign(team, { ...updated, activeUntil });
  await em.flush();
  if (isOther) await applyLimits(em, team.id);
  return found;
}

/** Drift that we can't fix automatically: someone must check Stripe or the packages. */
function unresolvedDrift(
  all: SubscriptionSnapshot[],
  live: SubscriptionSnapshot | undefined,
  packageOf: WriteResult['packageOf'],
): Found[] {
  const others = all.filter((one) => !hasEnded(one) && one !== live);
  const doubts: Found[] = others.map(({ stripeId, status }) => ({
    what: "A second subscription that hasn't ended",
    stored: null,
    atStripe: `${stripeId}, ${status}`,
    mended: false,
  }));
  if (!live || packageOf(live.priceId)) return doubts;
  const what = 'No package has the price of the subscription';
  return [...doubts, { what, stored: null, atStripe: live.priceId, mended: false }];
}

/** Fields of a row that people ask about, by their name on screens. */
type Shown = Record<string, string | number | boolean | Date | null | undefined>;

/** Differences between two states of an object, or a note that it was missing. */
function differencesOf(thing: string, stored: Shown | undefined, atStripe: Shown): Found[] {
  if (!stored)
    return [{ what: `${thing} was missing`, stored: null, atStripe: wordsOf(atStripe), mended: true }];
  return Object.entries(atStripe)
    .filter(([name, value]) => textOf(stored[name]) !== textOf(value))
    .map(([name, value]) => ({
      what: `${thing}: ${name}`,
      stored: textOf(stored[name]),
      atStripe: textOf(value),
      mended: true,
    }));
}

function wordsOf(shown: Shown): string {
  return Object.values(shown).map(textOf).filter(Boolean).join(', ');
}

/** Stripe's times are in whole seconds. */
function textOf(value: Shown[string]): string | null {
  if (value === null || value === undefined) return null;
  if (!(value instanceof Date)) return String(value);
  return new Date(Math.floor(value.getTime() / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}
