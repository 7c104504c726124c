import { useMemo } from 'react';
import type { AlertFilter, AlertGrouping, AlertOrder, AlertType, OpenAlertState } from '#web/gql/graphql.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { useTableParams } from '#web/lib/table-params.ts';
import { levelOf, typeWords } from '../alert-words.ts';
import type { View } from './open-alerts.ts';

export const stateWords: Record<OpenAlertState, string> = {
  new: 'New',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  flapping: 'Flapping',
  unknown: 'Unknown',
};

export const groupingWords: Record<AlertGrouping, string> = {
  customer: 'Customer',
  site: 'Site',
  cause: 'Cause',
};

/** Labels of the orders, as the address writes them. */
export const orderWords = {
  worst: 'Worst first',
  '-raised': 'Newest first',
  raised: 'Oldest first',
} as const;

const orderOf: Record<keyof typeof orderWords, AlertOrder> = {
  worst: 'worst',
  '-raised': 'newest',
  raised: 'oldest',
};

/** In the customer filter: sites without a customer. */
export const NO_CUSTOMER = 'none';

/** The filters in the address. Several values are separated by commas. */
const narrowing = ['level', 'type', 'is', 'customer', 'tag', 'site'] as const;
const names = ['controller', ...narrowing, 'by'] as const;

type Chosen = Partial<Record<(typeof names)[number], string>>;

/** The view of the open alerts that the address describes. */
export function useAlertView() {
  const list = useTableParams({
    sorts: ['worst', 'raised'],
    usual: { by: 'worst', descending: false },
    filters: names,
  });
  const chosen: Chosen = list.chosen;
  const sort = `${list.order.descending ? '-' : ''}${list.order.by}`;
  const order = sort in orderOf ? (sort as keyof typeof orderOf) : 'worst';
  const key = JSON.stringify([list.search, order, names.map((name) => chosen[name])]);
  // Equal addresses give the same view, which is loaded once.
  const view = useMemo((): View => {
    const [search, sorted, values] = JSON.parse(key) as [string, keyof typeof orderOf, (string | null)[]];
    const entries = names.map((name, at) => [name, values[at] ?? undefined]);
    return viewOf(search, sorted, Object.fromEntries(entries) as Chosen);
  }, [key]);
  return {
    view,
    search: list.search,
    find: list.find,
    chosen,
    /** Changes filters. A comma-separated list, or undefined for any. */
    choose: (changes: Chosen) => list.choose(changes),
    order,
    setOrder: (next: string) => list.choose({ sort: next === 'worst' ? undefined : next }),
    /** Whether anything but the controller narrows the list. */
    isNarrowed: Boolean(list.search) || narrowing.some((name) => Boolean(chosen[name])),
    /** Shows everything of the controller, in the same groups and order. */
    clear: () => list.choose(Object.fromEntries(['q', ...narrowing].map((name) => [name, undefined]))),
  };
}

export type AlertView = ReturnType<typeof useAlertView>;

/** The values of a comma-separated parameter. */
export const valuesIn = (text: string | undefined): string[] =>
  text ? [...new Set(text.split(',').filter(Boolean))] : [];

/** Known values only: an address may have anything. Undefined if none is left. */
function knownIn<T extends string>(text: string | undefined, known: readonly T[]): T[] | undefined {
  const found = known.filter((one) => valuesIn(text).includes(one));
  return found.length > 0 ? found : undefined;
}

const levels: Record<string, AlertFilter['severities']> = {
  critical: ['critical', 'error'],
  warning: ['warning'],
  info: ['info'],
};

function viewOf(search: string, order: keyof typeof orderOf, chosen: Chosen): View {
  const customers = valuesIn(chosen.customer);
  const ids = customers.filter((id) => id !== NO_CUSTOMER);
  const tags = valuesIn(chosen.tag);
  const filter: AlertFilter = {
    search: search || undefined,
    controllerId: chosen.controller,
    siteId: chosen.site,
    severities: levels[levelOf(chosen.level)],
    types: knownIn<AlertType>(chosen.type, keysOf(typeWords)),
    states: knownIn<OpenAlertState>(chosen.is, keysOf(stateWords)),
    customerIds: ids.length > 0 ? ids : undefined,
    unassigned: customers.includes(NO_CUSTOMER) || undefined,
    tags: tags.length > 0 ? tags : undefined,
  };
  const by = knownIn<AlertGrouping>(chosen.by, keysOf(groupingWords))?.[0];
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    order: orderOf[order],
    ...(by && { by }),
  };
}

/** The part of an address that describes a view, always in the same order, so that equal views have equal texts. */
export function queryOf(params: URLSearchParams): string {
  const query = new URLSearchParams();
  for (const name of ['q', ...names, 'sort']) {
    const value = params.get(name);
    if (value) query.set(name, value);
  }
  return query.toString();
}
