import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type {
  AlertFilter,
  AlertGrouping,
  AlertOrder,
  AlertType,
  AlertViewFieldsFragment,
  OpenAlertState,
} from '#web/gql/graphql.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { useTableParams } from '#web/lib/table-params.ts';
import { levelOf, NO_CUSTOMER, typeWords } from '../alert-words.ts';
import type { View } from './open-alerts.gql.ts';

export const stateWords: Record<OpenAlertState, string> = {
  new: 'New',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  maintenance: 'In maintenance',
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

const sortOf: Record<AlertOrder, string | undefined> = {
  worst: undefined,
  newest: '-raised',
  oldest: 'raised',
};

/** The filters in the address. Several values are separated by commas. */
const narrowing = ['level', 'type', 'is', 'customer', 'tag', 'site', 'began'] as const;
const names = ['controller', ...narrowing, 'by'] as const;

type Chosen = Partial<Record<(typeof names)[number], string>>;

/** The view of the open alerts that the address describes. */
export function useViewInAddress() {
  const list = useTableParams({
    sorts: ['worst', 'raised'],
    usual: { by: 'worst', descending: false },
    filters: names,
  });
  const chosen: Chosen = list.chosen;
  const [params] = useSearchParams();
  const query = queryOf(params);
  // Equal addresses give the same view, which is loaded once.
  const { view } = useMemo(() => viewIn(new URLSearchParams(query)), [query]);
  return {
    view,
    search: list.search,
    find: list.find,
    chosen,
    /** Changes filters. A comma-separated list, or undefined for any. */
    choose: (changes: Chosen) => list.choose(changes),
    order: sortIn(params),
    setOrder: (next: string) => list.choose({ sort: next === 'worst' ? undefined : next }),
    /** Whether it has a filter that only a link sets. */
    isFromLink: Boolean(chosen.began || chosen.site),
    /** Whether anything but the controller narrows the list. */
    isNarrowed: Boolean(list.search) || narrowing.some((name) => Boolean(chosen[name])),
    /**
     * Shows everything of the controller, in the same groups and order. The address keeps saying so, or the person's default
     * view would apply again on the way back from an alert.
     */
    clear: () =>
      list.choose({
        ...Object.fromEntries(['q', ...narrowing].map((name) => [name, undefined])),
        view: params.has('view') ? 'all' : undefined,
      }),
  };
}

export type ViewInAddress = ReturnType<typeof useViewInAddress>;

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

/** When the alerts began: the times in `began=2026-11-27T08:31:02.000Z/2026-11-27T08:33:10.000Z`. The end may be missing. */
export function periodIn(text: string | undefined): Pick<AlertFilter, 'beganFrom' | 'beganTo'> {
  const [beganFrom, beganTo] = (text ?? '').split('/').map((one) => {
    const at = new Date(one);
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  });
  return beganFrom ? { beganFrom, beganTo } : {};
}

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
    ...periodIn(chosen.began),
  };
  const by = knownIn<AlertGrouping>(chosen.by, keysOf(groupingWords))?.[0];
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    order: orderOf[order],
    ...(by && { by }),
  };
}

const sortIn = (params: URLSearchParams): keyof typeof orderOf => {
  const sort = params.get('sort') ?? '';
  return keysOf(orderOf).find((known) => known === sort) ?? 'worst';
};

/** The view that an address describes. Equal views have equal keys. */
export function viewIn(params: URLSearchParams): { view: View; key: string } {
  const entries = names.map((name) => [name, params.get(name) ?? undefined]);
  const view = viewOf(params.get('q') ?? '', sortIn(params), Object.fromEntries(entries) as Chosen);
  return { view, key: JSON.stringify(view) };
}

/** The address of a saved view. It names the view, so that changes to it can be saved. */
export function paramsOf({ id, filters, order, by }: AlertViewFieldsFragment): URLSearchParams {
  const { search, controllerId, siteId, level, types, states, customerIds, unassigned, tags } = filters;
  const values = {
    q: search,
    controller: controllerId,
    level,
    type: types?.join(','),
    is: states?.join(','),
    customer: [...(customerIds ?? []), ...(unassigned ? [NO_CUSTOMER] : [])].join(','),
    tag: tags?.join(','),
    site: siteId,
    by,
    sort: sortOf[order],
    view: id,
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
  return params;
}

/** Whether an address names neither filters nor a saved view. */
export const isBare = (params: URLSearchParams): boolean => !queryOf(params) && !params.has('view');

/** The part of an address that describes a view, always in the same order, so that equal views have equal texts. */
function queryOf(params: URLSearchParams): string {
  const query = new URLSearchParams();
  for (const name of ['q', ...names, 'sort']) {
    const value = params.get(name);
    if (value) query.set(name, value);
  }
  return query.toString();
}
