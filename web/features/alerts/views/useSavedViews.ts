import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import type { AlertViewFieldsFragment, AlertViewInput } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { levelOf } from '../alert-words.ts';
import { type ViewInAddress, isBare, paramsOf, viewIn } from '../current/useViewInAddress.ts';

export const AlertViewFields = graphql(`
  fragment AlertViewFields on AlertView {
    id
    name
    isDefault
    order
    by
    missing {
      kind
      id
      name
    }
    filters {
      search
      controllerId
      siteId
      level
      types
      states
      customerIds
      unassigned
      tags
    }
  }
`);

export const AlertViews = graphql(`
  query AlertViews {
    alertViews {
      ...AlertViewFields
    }
  }
`);

export const CreateAlertView = graphql(`
  mutation CreateAlertView($input: AlertViewInput!) {
    createAlertView(input: $input) {
      ...AlertViewFields
    }
  }
`);

export const UpdateAlertView = graphql(`
  mutation UpdateAlertView($id: ID!, $input: AlertViewChanges!) {
    updateAlertView(id: $id, input: $input) {
      ...AlertViewFields
    }
  }
`);

export const DeleteAlertView = graphql(`
  mutation DeleteAlertView($id: ID!) {
    deleteAlertView(id: $id)
  }
`);

export type SavedView = AlertViewFieldsFragment;

/** The views that the person has saved. Undefined until they are known. */
export function useViews({ skip = false } = {}) {
  const { data, error } = useQuery(AlertViews, {
    skip,
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  return { views: data && readFragment(AlertViewFields, data.alertViews), error };
}

/** The saved views of Current Alerts: which one the address has, whether it was changed, and what can be done with them. */
export function useSavedViews(list: ViewInAddress) {
  const { views, error } = useViews();
  const [params, setParams] = useSearchParams();
  const isPending = useDefaultView(views, error !== undefined);
  const client = useApolloClient();
  // Another view may have been the default, and the server sorts them.
  const refetchQueries = [AlertViews];
  const active = views?.find(({ id }) => id === params.get('view'));
  const isChanged = active !== undefined && viewIn(paramsOf(active)).key !== viewIn(params).key;
  // Without filters, the default view would open.
  const show = (view: SavedView | undefined) => setParams(view ? paramsOf(view) : { view: 'all' });
  return {
    views,
    active,
    isChanged,
    /** Whether the default view isn't known so far, so that it's unknown what to show. */
    isPending,
    show,
    create: async (name: string) => {
      const input = { name, ...inputOf(list) };
      const { data } = await client.mutate({
        mutation: CreateAlertView,
        variables: { input },
        refetchQueries,
      });
      const created = data && readFragment(AlertViewFields, data.createAlertView);
      if (created) setParams(paramsOf(created), { replace: true });
    },
    rename: ({ id }: SavedView, name: string) =>
      client.mutate({ mutation: UpdateAlertView, variables: { id, input: { name } }, refetchQueries }),
    /** Saves what is shown now in place of what the view had. */
    save: ({ id }: SavedView) =>
      client.mutate({ mutation: UpdateAlertView, variables: { id, input: inputOf(list) }, refetchQueries }),
    setDefault: ({ id }: SavedView, isDefault: boolean) =>
      client.mutate({ mutation: UpdateAlertView, variables: { id, input: { isDefault } }, refetchQueries }),
    remove: ({ id }: SavedView) =>
      client.mutate({ mutation: DeleteAlertView, variables: { id }, refetchQueries }),
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;

/** What the list shows now, as it is saved: with the level in place of its severities. */
function inputOf({ view, chosen }: ViewInAddress): Omit<AlertViewInput, 'name' | 'isDefault'> {
  const level = levelOf(chosen.level);
  // A view is for every day, so it doesn't keep times.
  const { severities: _, beganFrom: _from, beganTo: _to, ...filters } = view.filter;
  return {
    filters: { ...filters, level: level === 'all' ? null : level },
    order: view.order,
    by: view.by ?? null,
  };
}

/** Opens the default view where the address names none. Clearing filters stays on the screen, so it doesn't bring them back. */
function useDefaultView(views: readonly SavedView[] | undefined, hasFailed: boolean): boolean {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const isOpened = useNavigationType() !== 'REPLACE' && isBare(params);
  const usual = views?.find(({ isDefault }) => isDefault);
  const open = useEffectEvent(() => {
    if (!isOpened || !usual) return;
    const next = paramsOf(usual);
    for (const [name, value] of params) next.set(name, value);
    setParams(next, { replace: true });
  });
  useEffect(() => open(), [key, usual?.id]);
  return isOpened && !hasFailed && (views === undefined || usual !== undefined);
}

/** Where a view is. */
export const viewPath = (view: SavedView): string => `/alerts?${paramsOf(view)}`;
