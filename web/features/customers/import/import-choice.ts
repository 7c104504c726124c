import type { HalopsaImportChoice, HalopsaImportRowFieldsFragment } from '#web/gql/graphql.ts';
import { formatCount } from '#web/lib/format.ts';
import { capitalize } from '#web/lib/sentence.ts';

export type Row = HalopsaImportRowFieldsFragment;

/** What is ticked. A site only counts while its client is ticked. */
export type Choice = { clients: ReadonlySet<number>; sites: ReadonlySet<string> };

/** The most clients that one import takes, as the server says. */
export const MOST = 1000;

/** Whether importing a client could change anything. */
export const isOffered = ({ action, sites }: Row): boolean =>
  action === 'create' || action === 'link' || (action === 'linked' && sites.length > 0);

/** A site of another customer only moves if a person says so. */
const isFree = ({ customerName }: Row['sites'][number]): boolean => customerName == null;

/**
 * What is ticked at first: clients whose customer exists, and those that sites are named after. A HaloPSA has many clients
 * without any UniFi site, and of several with one name a person chooses.
 */
export function firstChoice(rows: readonly Row[]): Choice {
  const ticked = rows.filter(
    (row) => isOffered(row) && row.sameName === 0 && (row.action === 'link' || row.sites.some(isFree)),
  );
  return {
    clients: new Set(ticked.map(({ clientId }) => clientId)),
    sites: new Set(rows.flatMap(({ sites }) => sites.filter(isFree).map(({ id }) => id))),
  };
}

/** Ticks or unticks clients. */
export function withClients(choice: Choice, ids: readonly number[], isOn: boolean): Choice {
  const changed = new Set(ids);
  const kept = [...choice.clients].filter((id) => !changed.has(id));
  return { ...choice, clients: new Set(isOn ? [...kept, ...ids] : kept) };
}

/** Ticks or unticks a site. A ticked site needs its client, whose other sites stay unticked. */
export function withSite(choice: Choice, row: Row, id: string, isOn: boolean): Choice {
  const sites = new Set(choice.sites);
  if (isOn && !choice.clients.has(row.clientId)) for (const other of row.sites) sites.delete(other.id);
  if (isOn) sites.add(id);
  else sites.delete(id);
  return { clients: isOn ? new Set(choice.clients).add(row.clientId) : choice.clients, sites };
}

/** What the server is asked to do. */
export const inputOf = (rows: readonly Row[], { clients, sites }: Choice): HalopsaImportChoice[] =>
  rows
    .filter((row) => isOffered(row) && clients.has(row.clientId))
    .map(({ clientId, stamp, sites: its }) => ({
      clientId,
      stamp,
      siteIds: its.filter(({ id }) => sites.has(id)).map(({ id }) => id),
    }));

/** What an import would do, counted. */
export function totals(rows: readonly Row[], { clients, sites }: Choice) {
  const chosen = rows.filter((row) => isOffered(row) && clients.has(row.clientId));
  const assigned = chosen.flatMap((row) => row.sites.filter(({ id }) => sites.has(id)));
  return {
    clients: chosen.length,
    created: chosen.filter(({ action }) => action === 'create').length,
    linked: chosen.filter(({ action }) => action === 'link').length,
    assigned: assigned.length,
    moved: assigned.filter((site) => !isFree(site)).length,
  };
}

type Effect = { created: number; linked: number; assigned: number };

/** "Will create 12 customers, link 3 existing customers and assign 40 sites". Once it is done, "Created 12 customers…". */
export function effectWords({ created, linked, assigned }: Effect, isDone = false): string {
  const parts = [
    ...(created > 0 ? [`${isDone ? 'created' : 'create'} ${formatCount(created, 'customer')}`] : []),
    ...(linked > 0 ? [`${isDone ? 'linked' : 'link'} ${formatCount(linked, 'existing customer')}`] : []),
    ...(assigned > 0 ? [`${isDone ? 'assigned' : 'assign'} ${formatCount(assigned, 'site')}`] : []),
  ];
  const last = parts.pop();
  if (!last) return 'No changes';
  const words = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return isDone ? capitalize(words) : `Will ${words}`;
}

export type Shows = 'suggested' | 'all' | 'sites' | 'create' | 'link' | 'linked' | 'unclear';

/** Which clients the list shows. Suggested ones have something to decide. */
export const shows: Record<Shows, { label: string; has: (row: Row) => boolean }> = {
  suggested: {
    label: 'Suggested',
    has: (row: Row) => row.action === 'link' || row.sites.length > 0 || shows.unclear.has(row),
  },
  all: { label: 'All clients', has: () => true },
  sites: { label: 'With sites', has: ({ sites }: Row) => sites.length > 0 },
  create: { label: 'New customers', has: ({ action }: Row) => action === 'create' },
  link: { label: 'Existing customers', has: ({ action }: Row) => action === 'link' },
  linked: { label: 'Already linked', has: ({ action }: Row) => action === 'linked' },
  unclear: {
    label: 'Needs review',
    has: ({ action, sameName, sites }: Row) =>
      action === 'taken' || sameName > 0 || sites.some((site) => !isFree(site)),
  },
};
