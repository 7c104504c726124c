import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, NotFound, type FieldErrors } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { addJob } from '#api/jobs/queue.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { record } from '../audit/audit.service.ts';
import { featureLines, type PackageChanges, type PackageInput } from './package.input.ts';
import { type PackagePreview, Package, unlimited, canonicalPrice, Currency } from './package.entity.ts';
import { teamsOverLimits, subscribersOf, type Limits } from './package-subscribers.store.ts';

const inOrder = { position: 'asc', name: 'asc', id: 'asc' } as const;
const limitNames = ['maxControllers', 'maxDevices', 'maxAlertsPerMonth', 'dataRetentionDays'] as const;
const priceNames = ['price', 'currency', 'stripePriceId', 'stripePriceIdUsd'] as const;

/** All packages in the order of the price list, with how many teams have each. */
export async function allPackages({ em }: Pick<Context, 'em'>): Promise<Package[]> {
  const packages = await em.find(Package, {}, { orderBy: inOrder });
  const teams = await subscribersOf(em);
  return packages.map((one) => Object.assign(one, { subscriberCount: teams.get(one.id) ?? 0 }));
}

/** Adds a package at the end of the price list. @throws Invalid if it doesn't fit Stripe's prices */
export function createPackage(ctx: ViewerContext, input: PackageInput): Promise<Package> {
  return changePackages(ctx, async (em) => {
    const others = await em.find(Package, {}, { orderBy: inOrder });
    const made = em.assign(new Package(), tidy({ ...input }));
    const problem = priceProblem(made, others) ?? (await formerPriceProblem(em, made));
    if (problem) throw new Invalid(problem);
    made.position = 1 + Math.max(-1, ...others.map(({ position }) => position));
    await em.persist(made).flush();
    await record(em, ctx, {
      action: 'package.create',
      subject: made.name,
      subjectId: made.id,
      after: facts(made),
    });
    return Object.assign(made, { subscriberCount: 0 });
  });
}

/** Updates a package. New limits apply to all its teams immediately. @throws Invalid or NotFound */
export function updatePackage(ctx: ViewerContext, id: string, input: PackageChanges): Promise<Package> {
  const changes = tidy(given(input));
  return changePackages(ctx, async (em) => {
    const one = await found(em, id);
    const before = facts(one);
    em.assign(one, changes);
    const after = facts(one);
    if (isOther(priceNames, before, after)) {
      const others = await em.find(Package, { id: { $ne: id } });
      const problem = priceProblem(one, others) ?? (await formerPriceProblem(em, one));
      if (problem) throw new Invalid(problem);
    }
    if (isOther(Object.keys(after) as (keyof typeof after)[], before, after)) {
      await em.flush();
      if (isOther(limitNames, before, after))
        await addJob(
          em,
          'settle-package-limits',
          { packageId: id },
          {
            jobKey: `settle-package-limits:${id}`,
          },
        );
      await record(em, ctx, { action: 'package.update', subject: one.name, subjectId: id, before, after });
    }
    return Object.assign(one, { subscriberCount: (await subscribersOf(em, id)).get(id) ?? 0 });
  });
}

/** Deletes a package that no team has. @throws Conflict or NotFound */
export function deletePackage(ctx: ViewerContext, id: string): Promise<string> {
  return changePackages(ctx, async (em) => {
    const one = await found(em, id);
    // Locking the row waits for teams that are just choosing the package, so they are counted.
    await em.execute('select from package where id = ? for update', [id], 'run');
    const teams = (await subscribersOf(em, id)).get(id) ?? 0;
    if (teams > 0) throw new Conflict(keptBy(teams));
    const before = facts(one);
    await em.remove(one).flush();
    await record(em, ctx, { action: 'package.delete', subject: one.name, subjectId: id, before });
    return id;
  });
}

/** Teams whose usage would exceed the changed limits. @throws NotFound */
export async function previewPackage(
  { em }: Pick<Context, 'em'>,
  id: string,
  input: PackageChanges,
): Promise<PackagePreview> {
  const one = await found(em, id);
  const changes = given(input);
  const lowered = (name: keyof Limits): number | null => {
    const next = changes[name] ?? one[name];
    return next !== unlimited && (one[name] === unlimited || next < one[name]) ? next : null;
  };
  const limits = Object.fromEntries(limitNames.map((name) => [name, lowered(name)])) as {
    [Name in keyof Limits]: number | null;
  };
  return Object.values(limits).every((limit) => limit === null)
    ? { count: 0, affected: [] }
    : teamsOverLimits(em, id, limits);
}

/** Packages missing from `ids` come last, in their previous order. @throws Invalid or NotFound */
export function reorderPackages(ctx: ViewerContext, ids: string[]): Promise<Package[]> {
  if (new Set(ids).size < ids.length) throw new Invalid({ ids: '`ids` names a package twice' });
  return changePackages(ctx, async (em) => {
    const packages = await allPackages({ em });
    const named = ids.map((id) => packages.find((one) => one.id === id));
    if (named.includes(undefined)) throw new NotFound('Package');
    const ordered = [...(named as Package[]), ...packages.filter(({ id }) => !ids.includes(id))];
    const before = namesOf(packages);
    ordered.forEach((one, position) => Object.assign(one, { position }));
    await em.flush();
    if (before !== namesOf(ordered))
      await record(em, ctx, {
        action: 'package.reorder',
        subject: 'Price list',
        before: { order: before },
        after: { order: namesOf(ordered) },
      });
    return ordered;
  });
}

const namesOf = (packages: readonly Package[]) => packages.map(({ name }) => name).join(', ');

/**
 * Serializes changes to the price list, so that each sees the one before. Readers and buyers don't wait.
 * Public pages are refreshed.
 */
async function changePackages<T>(
  { em, app }: ViewerContext,
  change: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const done = await em.transactional(async (em) => {
    const lock = 'lock table package in share row exclusive mode';
    await em.execute(lock, [], 'run');
    return change(em);
  });
  app.content.changed();
  return done;
}

async function found(em: EntityManager, id: string): Promise<Package> {
  const one = isId(id) && (await em.findOne(Package, { id }, { refresh: true }));
  if (!one) throw new NotFound('Package');
  return one;
}

function keptBy(teams: number): string {
  const who = teams === 1 ? '1 team has' : `${teams.toLocaleString('en')} teams have`;
  return `${who} this package, so it can't be deleted. To hide it from the price list, make it inactive: ${teams === 1 ? 'that team keeps' : 'those teams keep'} it.`;
}

function facts({ name, description, isActive, features, ...one }: Package) {
  const { price, currency, maxControllers, maxDevices, maxAlertsPerMonth, dataRetentionDays } = one;
  return {
    name,
    description,
    price,
    currency,
    maxControllers,
    maxDevices,
    maxAlertsPerMonth,
    dataRetentionDays,
    features: features.join('\n'),
    stripePriceId: one.stripePriceId ?? null,
    stripePriceIdUsd: one.stripePriceIdUsd ?? null,
    isActive,
  };
}

function isOther<Facts extends object>(
  names: readonly (keyof Facts)[],
  before: Facts,
  after: Facts,
): boolean {
  return names.some((name) => before[name] !== after[name]);
}

/** Trims fields, and turns blank IDs into `null`. */
function tidy<T extends Partial<PackageInput>>(fields: T): T {
  const { name, description, price, features, stripePriceId, stripePriceIdUsd } = fields;
  return {
    ...fields,
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description.trim() }),
    ...(price !== undefined && { price: canonicalPrice(price) }),
    ...(features !== undefined && { features: featureLines(features) }),
    ...(stripePriceId !== undefined && { stripePriceId: stripePriceId?.trim() || null }),
    ...(stripePriceIdUsd !== undefined && { stripePriceIdUsd: stripePriceIdUsd?.trim() || null }),
  };
}

/**
 * Rejects a price ID that another package had before, because teams that still pay it keep that package and
 * would switch to this one.
 */
export async function formerPriceProblem(
  em: EntityManager,
  { id, stripePriceId, stripePriceIdUsd }: Pick<Package, 'id' | 'stripePriceId' | 'stripePriceIdUsd'>,
): Promise<FieldErrors | undefined> {
  for (const [field, price] of Object.entries({ stripePriceId, stripePriceIdUsd })) {
    if (!price) continue;
    const [holder] = await queryRows(
      em,
      { name: tables.package.name },
      `select p.name from subscription s join package p on p.id = s.package_id
        where s.price_id = ? and p.id is distinct from ?::uuid and s.status not in ('canceled', 'incomplete_expired')
        order by p.name limit 1`,
      [price, id ?? null],
    );
    if (holder)
      return { [field]: `Subscribers of ${holder.name} still pay this price, so it can't be reused` };
  }
  return undefined;
}

type Priced = Pick<Package, 'name' | 'price' | 'currency' | 'stripePriceId' | 'stripePriceIdUsd'>;

/**
 * Checks a package's price IDs without asking Stripe. Paid packages need one, and each price belongs to one
 * package, because a subscription's price identifies its package.
 */
export function priceProblem(one: Priced, others: readonly Priced[]): FieldErrors | undefined {
  const { stripePriceId, stripePriceIdUsd, currency } = one;
  if (one.price !== '0' && !stripePriceId) {
    if (currency === Currency.GBP) return { stripePriceId: 'Stripe price ID is required' };
    if (!stripePriceIdUsd) return { stripePriceIdUsd: 'Stripe price ID (USD) is required' };
  }
  if (stripePriceId && stripePriceId === stripePriceIdUsd)
    return { stripePriceIdUsd: 'A Stripe price has one currency. Choose another one for dollars' };
  for (const field of ['stripePriceId', 'stripePriceIdUsd'] as const) {
    const id = one[field];
    const holder = id && others.find((other) => [other.stripePriceId, other.stripePriceIdUsd].includes(id));
    if (holder) return { [field]: `${holder.name} already has this price` };
  }
  return undefined;
}
