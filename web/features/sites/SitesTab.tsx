import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useRef, useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { CustomersField, TagsField } from '#web/features/customers/CustomerFields.tsx';
import type { SiteFilter } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { PAGE, useTableParams } from '#web/lib/table-params.ts';
import { useAlertRefetch } from '#web/lib/useAlertRefetch.ts';
import { Card } from '#web/ui/Card.tsx';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MapPin } from '#web/ui/icons.tsx';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { Results } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { SelectionBar } from '#web/ui/SelectionBar.tsx';
import { Hint } from '#web/ui/text.tsx';
import { pagePolicies } from '#web/ui/useLoadMore.ts';
import { useSelection } from '#web/ui/useSelection.ts';
import type { Chosen } from './BulkDialogs.tsx';
import { SiteFields, SiteList } from './sites.gql.ts';
import { SiteRows } from './SiteRows.tsx';

const AssignDialog = lazyDialog(() => import('./BulkDialogs.tsx').then((m) => m.AssignDialog));
const TagDialog = lazyDialog(() => import('./BulkDialogs.tsx').then((m) => m.TagDialog));
const DefaultCustomersDialog = lazyDialog(() =>
  import('./DefaultCustomers.tsx').then((m) => m.DefaultCustomersDialog),
);

export const SiteControllers = graphql(`
  query SiteControllers {
    controllers {
      id
      name
    }
  }
`);

type Open = 'assign' | 'tag' | 'defaults';

/** The team's sites. Ticked ones, or all that match, are assigned and tagged together. */
export function SitesTab() {
  const { list, filter, sites, count, error, searching, refetch } = useSites();
  const [open, setOpen] = useState<Open>();
  const onPage = sites?.map(({ id }) => id) ?? [];
  const selection = useSelection(count, onPage);
  const looksOnly = useLooksOnly();
  const place = useRef<HTMLDivElement>(null);
  // What is ticked belongs to the list that was shown. Another filter shows another list.
  const key = JSON.stringify(filter);
  const [known, setKnown] = useState(key);
  if (known !== key) {
    setKnown(key);
    selection.clear();
  }
  const chosen: Chosen = {
    filter: selection.isAll ? filter : { ids: [...selection.ids] },
    count: selection.count,
  };
  const isThere = sites !== undefined && sites.length > 0;
  if (error) return <LoadFailed title="We couldn’t load the sites" error={error} onRetry={refetch} />;
  if (sites?.length === 0 && !list.isNarrowed && !searching) return <NoSites />;
  return (
    <>
      <SiteFilters
        list={list}
        searching={searching}
        action={
          !looksOnly && (
            <Button variant="outline" size="sm" onClick={() => setOpen('defaults')}>
              Default customers…
            </Button>
          )
        }
      />
      {(!sites || (searching && !isThere)) && (
        <Card>
          <SkeletonRows rows={8} />
        </Card>
      )}
      {sites?.length === 0 && !searching && (
        <Card>
          <EmptyState
            title="No sites found"
            action={
              <Button variant="outline" onClick={list.clear}>
                Show all sites
              </Button>
            }
          >
            No sites match these filters.
          </EmptyState>
        </Card>
      )}
      <Results ref={place} searching={searching && isThere}>
        {isThere && <SiteRows sites={sites} selection={looksOnly ? undefined : selection} />}
      </Results>
      {count > 0 && (
        <Pager page={list.page} count={count} nouns={['site', 'sites']} onPage={list.setPage} list={place} />
      )}
      <SelectionBar label="Selected sites" selection={selection} totalCount={count}>
        <Button size="sm" onClick={() => setOpen('assign')}>
          Assign to customer…
        </Button>
        <Button variant="outline" size="sm" onClick={() => setOpen('tag')}>
          Change tags…
        </Button>
      </SelectionBar>
      {open === 'assign' && (
        <AssignDialog chosen={chosen} onClose={() => setOpen(undefined)} onDone={selection.clear} />
      )}
      {open === 'tag' && (
        <TagDialog chosen={chosen} onClose={() => setOpen(undefined)} onDone={selection.clear} />
      )}
      {open === 'defaults' && <DefaultCustomersDialog onClose={() => setOpen(undefined)} />}
    </>
  );
}

type List = ReturnType<typeof useTableParams>;

type FilterProps = { list: List; searching: boolean; action: ReactNode };

/** Search, and filters that phones show on request. */
function SiteFilters({ list, searching, action }: FilterProps) {
  const isPhone = useScreenSize() === 'phone';
  const { chosen, search, find } = list;
  const active = Object.values(chosen).filter(Boolean).length;
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mb={3}>
        <chakra.div w={{ base: 'full', md: 'auto' }}>
          <SearchField label="Search sites" value={search} onSearch={find} searching={searching} />
        </chakra.div>
        <chakra.span ms={{ md: 'auto' }}>{action}</chakra.span>
      </chakra.div>
      <chakra.div mb={3}>
        {isPhone ? (
          <Disclosure title={active > 0 ? `Filters (${active})` : 'Filters'}>
            <FilterFields list={list} />
          </Disclosure>
        ) : (
          <FilterFields list={list} />
        )}
      </chakra.div>
    </>
  );
}

function FilterFields({ list: { chosen, choose } }: { list: List }) {
  const { data } = useQuery(SiteControllers);
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: '1fr 1fr', xl: 'repeat(4, minmax(0, 1fr))' }}
      alignItems="start"
      gap={3}
    >
      <CustomersField
        placeholder="All customers"
        value={listIn(chosen['customer'])}
        onChange={(ids) => choose({ customer: ids.join() || undefined })}
      />
      <TagsField
        placeholder="All tags"
        value={listIn(chosen['tag'])}
        onChange={(tags) => choose({ tag: tags.map(encodeURIComponent).join() || undefined })}
      />
      <LabeledSelect
        label="Controller"
        placeholder="All controllers"
        options={(data?.controllers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen['controller'] ?? ''}
        onChange={(controller) => choose({ controller: controller || undefined })}
      />
      <LabeledSelect
        label="Assignment"
        placeholder="With or without a customer"
        options={[
          { value: 'no', label: 'Without a customer' },
          { value: 'yes', label: 'With a customer' },
        ]}
        value={chosen['assigned'] ?? ''}
        onChange={(assigned) => choose({ assigned: assigned || undefined })}
      />
    </chakra.div>
  );
}

function NoSites() {
  const looksOnly = useLooksOnly();
  return (
    <Card>
      <EmptyState
        icon={<MapPin size={28} strokeWidth={1.5} aria-hidden />}
        title="No sites yet"
        action={
          !looksOnly && (
            <Button asChild>
              <RouterLink to="/site-selector">Add a Controller</RouterLink>
            </Button>
          )
        }
      >
        Sites appear here once a controller has been read, monitored or not.
        <Hint mt={1}>The first reading takes about a minute.</Hint>
      </EmptyState>
    </Card>
  );
}

const options = {
  sorts: ['alerts'],
  usual: { by: 'alerts', descending: false },
  filters: ['customer', 'tag', 'controller', 'assigned'],
};

/** Values in the address, separated by commas. */
const listIn = (text: string | undefined): string[] =>
  text ? text.split(',').map((one) => decoded(one)) : [];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The page of sites that the address describes. */
function useSites() {
  const list = useTableParams(options);
  const { search, page, chosen } = list;
  const { customer, tag, controller, assigned } = chosen;
  const filter: SiteFilter = {
    search: search || null,
    customerIds: customer ? listIn(customer) : null,
    tags: tag ? listIn(tag) : null,
    controllerId: controller ?? null,
    unassigned: assigned === 'no' ? true : assigned === 'yes' ? false : null,
  };
  const { data, previousData, error, loading, refetch } = useQuery(SiteList, {
    ...pagePolicies,
    variables: { ...filter, worstFirst: true, first: PAGE, skip: (page - 1) * PAGE },
  });
  useAlertRefetch(refetch);
  // Keep showing the previous result while a new search runs.
  const known = data ?? (error ? undefined : previousData);
  return {
    list,
    filter,
    sites: known && readFragment(SiteFields, known.teamSites),
    count: known?.teamSiteCount ?? 0,
    error: known ? undefined : error,
    searching: loading && !data,
    refetch,
  };
}
