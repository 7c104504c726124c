import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { Conflict, Invalid, NotFound } from '#api/lib/errors.ts';
import { tidyTags } from '../../customers/tags.ts';
import { withLockedTeam } from '../../teams/lock-team.store.ts';
import { Membership } from '../../teams/membership.entity.ts';
import { nameKey, namesByKey } from '../names.store.ts';
import {
  AlertView,
  MissingFilterKind,
  type AlertViewFilters,
  type MissingFilter,
} from './alert-view.entity.ts';
import type { AlertViewChanges, AlertViewInput } from './alert-view.input.ts';

/** Maximum views of one person in a team. */
const most = 50;

/** The viewer's views in this team, by name. */
export function alertViews({ em, viewer }: ViewerContext): Promise<AlertView[]> {
  return em.find(
    AlertView,
    { membership: { user: viewer.user, team: viewer.team } },
    { orderBy: { name: 'asc', id: 'asc' } },
  );
}

/** @throws Invalid for a name that is taken, NotFound for a filter by what the team doesn't have, Conflict at the maximum */
export function createAlertView(ctx: ViewerContext, input: AlertViewInput): Promise<AlertView> {
  return withLockedTeam(ctx, 'person', async (own) => {
    const { em, viewer } = own;
    const others = await alertViews(own);
    if (others.length >= most)
      throw new Conflict(`You have ${most} views. Delete one you no longer need first.`);
    const membership = await em.findOneOrFail(Membership, { user: viewer.user, team: viewer.team });
    const view = em.assign(new AlertView(), { membership });
    await fill(own, view, others, input);
    await em.persist(view).flush();
    return view;
  });
}

/** @throws the same, and NotFound for another person's view */
export function updateAlertView(ctx: ViewerContext, id: string, input: AlertViewChanges): Promise<AlertView> {
  return withLockedTeam(ctx, 'person', async (own) => {
    const { view, others } = await find(own, id);
    await fill(own, view, others, given(input));
    await own.em.flush();
    return view;
  });
}

/** @throws NotFound */
export async function deleteAlertView(ctx: ViewerContext, id: string): Promise<string> {
  await withLockedTeam(ctx, 'person', async (own) => {
    const { view } = await find(own, id);
    await own.em.remove(view).flush();
  });
  return id;
}

/** What a view filters by that no longer exists. Its alerts aren't shown, rather than everyone's. */
export async function missingIn(
  ctx: ViewerContext,
  { filters, names }: Pick<AlertView, 'filters' | 'names'>,
): Promise<MissingFilter[]> {
  const all = referencesOf(filters);
  const known = await Promise.all(all.map((one) => nameOf(ctx, keyOf(one))));
  return all
    .filter((_, at) => known[at] === undefined)
    .map((one) => ({ ...one, name: names[keyOf(one)] ?? null }));
}

async function find(own: ViewerContext, id: string): Promise<{ view: AlertView; others: AlertView[] }> {
  const all = await alertViews(own);
  const view = all.find((one) => one.id === id.toLowerCase());
  if (!view) throw new NotFound('View');
  return { view, others: all.filter((one) => one !== view) };
}

async function fill(
  own: ViewerContext,
  view: AlertView,
  others: readonly AlertView[],
  { name, filters, ...changes }: AlertViewChanges,
): Promise<void> {
  if (name !== undefined) {
    view.name = name.trim();
    if (others.some((one) => one.name.toLowerCase() === view.name.toLowerCase()))
      throw new Invalid({ name: 'You already have a view with this name' });
  }
  if (filters !== undefined) {
    view.names = await namesIn(own, filters, view.names);
    view.filters = tidy(filters);
  }
  own.em.assign(view, changes);
  if (view.isDefault) for (const one of others) one.isDefault = false;
}

/** Without blank filters, which would read as if they filtered something. */
function tidy({ tags, search, ...filters }: AlertViewFilters): AlertViewFilters {
  const all = { ...filters, search: search?.trim(), tags: tags && tidyTags(tags) };
  const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  return Object.fromEntries(Object.entries(all).filter(([, value]) => isSet(value)));
}

type Reference = Pick<MissingFilter, 'kind' | 'id'>;

function referencesOf({ customerIds, siteId, controllerId }: AlertViewFilters): Reference[] {
  return [
    ...(customerIds ?? []).map((id) => ({ kind: MissingFilterKind.customer, id })),
    ...(siteId ? [{ kind: MissingFilterKind.site, id: siteId }] : []),
    ...(controllerId ? [{ kind: MissingFilterKind.controller, id: controllerId }] : []),
  ];
}

const keyOf = ({ kind, id }: Reference): string => nameKey(kind, id);

const words: Record<MissingFilterKind, string> = {
  customer: 'Customer',
  site: 'Site',
  controller: 'Controller',
};

/** @throws NotFound for what the team doesn't have and the view didn't name before */
async function namesIn(
  own: ViewerContext,
  filters: AlertViewFilters,
  before: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const all = referencesOf(filters);
  const names = await namesByKey(own.em, own.viewer.team.id, all.map(keyOf));
  const entries = all.map((one) => {
    const key = keyOf(one);
    const name = names.get(key) ?? before[key];
    if (name === undefined) throw new NotFound(words[one.kind]);
    return [key, name] as const;
  });
  return Object.fromEntries(entries);
}

const nameOf = batched(({ em, viewer }, keys) => namesByKey(em, viewer.team.id, keys));
