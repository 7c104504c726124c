import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { CustomerFieldsFragment } from '#web/gql/graphql.ts';
import { readFragment } from '#web/gql/index.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { PAGE, useTableParams } from '#web/lib/table-params.ts';
import { useAlertRefetch } from '#web/lib/useAlertRefetch.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { Building2, Plus } from '#web/ui/icons.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { Results } from '#web/ui/Results.tsx';
import { RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { pagePolicies } from '#web/ui/useLoadMore.ts';
import { CustomerFields, CustomerList } from './customers.gql.ts';
import { CustomerMark, DeviceStates, HaloClient, OpenAlertsLink, Tags, UnknownSites } from './parts.tsx';

const CustomerDialog = lazyDialog(() => import('./CustomerDialog.tsx').then((m) => m.CustomerDialog));
const DeleteCustomerDialog = lazyDialog(() =>
  import('./DeleteCustomerDialog.tsx').then((m) => m.DeleteCustomerDialog),
);

type Customer = CustomerFieldsFragment;
type Open = { edit: Customer } | { delete: Customer };

const orders = [
  { value: 'alerts', label: 'Open alerts first' },
  { value: 'name', label: 'By name' },
];

/** The team's customers: those in trouble first, or by name. */
export function CustomersTab({ onAdd }: { onAdd: () => void }) {
  const { list, customers, count, error, searching, refetch } = useCustomers();
  const [open, setOpen] = useState<Open>();
  const isWide = useScreenSize() === 'wide';
  const place = useRef<HTMLDivElement>(null);
  const close = () => setOpen(undefined);
  const { search, find, order, setOrder } = list;
  const isThere = customers !== undefined && customers.length > 0;
  if (error) return <LoadFailed title="We couldn’t load the customers" error={error} onRetry={refetch} />;
  if (customers?.length === 0 && !search && !searching) return <NoCustomers onAdd={onAdd} />;
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mb={3}>
        <Select
          aria-label="Order"
          w={{ base: 'full', md: 'auto' }}
          options={orders}
          value={order.by}
          onChange={({ target }) => setOrder({ by: target.value, descending: false })}
        />
        <SearchField label="Search customers" value={search} onSearch={find} searching={searching} />
      </chakra.div>
      {(!customers || (searching && !isThere)) && (
        <Card>
          <SkeletonRows rows={6} />
        </Card>
      )}
      {customers?.length === 0 && !searching && <NoMatch search={search} onClear={() => find('')} />}
      <Results ref={place} searching={searching && isThere}>
        {isThere && (
          <GridTable label="Customers" columns={columnsFor(isWide)} head={head}>
            {customers.map((customer) => (
              <CustomerRow
                key={customer.id}
                customer={customer}
                onEdit={() => setOpen({ edit: customer })}
                onDelete={() => setOpen({ delete: customer })}
              />
            ))}
          </GridTable>
        )}
      </Results>
      {count > 0 && (
        <Pager
          page={list.page}
          count={count}
          nouns={['customer', 'customers']}
          onPage={list.setPage}
          list={place}
        />
      )}
      {open && 'edit' in open && <CustomerDialog customer={open.edit} onClose={close} />}
      {open && 'delete' in open && <DeleteCustomerDialog customer={open.delete} onClose={close} />}
    </>
  );
}

/** The last column has a menu, or buttons where there is room. */
const columnsFor = (isWide: boolean) => ({
  base: 'minmax(0, 1fr) auto',
  lg: `minmax(0, 3fr) 5.5rem 3rem minmax(0, 3fr) minmax(0, 2fr) ${isWide ? '8.5rem' : '2.75rem'}`,
});

const head = (
  <>
    <span role="columnheader">Customer</span>
    <span role="columnheader">Open alerts</span>
    <chakra.span role="columnheader" textAlign="end">
      Sites
    </chakra.span>
    <span role="columnheader">Devices</span>
    <span role="columnheader">HaloPSA client</span>
    <chakra.span role="columnheader" srOnly>
      Actions
    </chakra.span>
  </>
);

type RowProps = { customer: Customer; onEdit: () => void; onDelete: () => void };

function CustomerRow({ customer, onEdit, onDelete }: RowProps) {
  const { id, name, tags, siteCount, sitesUnknown, devices, ...alerts } = customer;
  const { openAlertCount, worstSeverity } = alerts;
  const looksOnly = useLooksOnly();
  const isWide = useScreenSize() === 'wide';
  const Actions = isWide ? RowActions : RowMenu;
  const wide = { base: 'none', lg: 'block' } as const;
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={columnsFor(isWide)}
      columnGap={{ base: 2, lg: 4 }}
      alignItems="center"
      px={4}
      py={2}
      minH={{ base: 14, lg: 11 }}
      borderTopWidth="1px"
    >
      <chakra.div role="cell" minW={0} display="flex" flexDirection="column" gap={0.5}>
        <CustomerMark customer={customer} strong />
        {tags.length > 0 && <Tags tags={tags} />}
        <chakra.div
          display={{ base: 'flex', lg: 'none' }}
          flexWrap="wrap"
          columnGap={2.5}
          textStyle="sm"
          color="fg.muted"
        >
          <OpenAlertsLink
            count={openAlertCount}
            severity={worstSeverity}
            to={alertsOf(id)}
            of={name}
            none="No alerts"
          />
          <span>{formatCount(siteCount, 'site')}</span>
          <UnknownSites count={sitesUnknown} />
          <DeviceStates devices={devices} none="" />
        </chakra.div>
      </chakra.div>
      <chakra.div role="cell" display={wide}>
        <OpenAlertsLink count={openAlertCount} severity={worstSeverity} to={alertsOf(id)} of={name} />
      </chakra.div>
      <chakra.div role="cell" display={wide} textAlign="end">
        {formatNumber(siteCount)}
      </chakra.div>
      <chakra.div role="cell" display={wide}>
        <chakra.div display="flex" flexWrap="wrap" columnGap={2.5} textStyle="sm" color="fg.muted">
          <UnknownSites count={sitesUnknown} />
          <DeviceStates devices={devices} none={sitesUnknown > 0 ? '' : 'None'} />
        </chakra.div>
      </chakra.div>
      <chakra.div role="cell" display={wide} overflowWrap="anywhere">
        <HaloClient customer={customer} />
      </chakra.div>
      <chakra.div role="cell" justifySelf="end">
        {!looksOnly && (
          <Actions
            of={name}
            actions={[
              { label: 'Edit', act: onEdit },
              { label: 'Delete', act: onDelete, destroys: true },
            ]}
          />
        )}
      </chakra.div>
    </chakra.div>
  );
}

/** Where a customer's alerts are. */
export const alertsOf = (id: string): string => `/alerts?customer=${id}`;

function NoCustomers({ onAdd }: { onAdd: () => void }) {
  const looksOnly = useLooksOnly();
  return (
    <Card>
      <EmptyState
        icon={<Building2 size={28} strokeWidth={1.5} aria-hidden />}
        title="No customers yet"
        action={
          !looksOnly && (
            <Button onClick={onAdd}>
              <Plus size={16} strokeWidth={1.75} aria-hidden />
              Add Your First Customer
            </Button>
          )
        }
      >
        Add the companies you look after and assign their sites. Alerts then show who is affected, and rules,
        channels and maintenance windows can apply to one customer.
      </EmptyState>
    </Card>
  );
}

const NoMatch = ({ search, onClear }: { search: string; onClear: () => void }) => (
  <Card>
    <EmptyState
      title="No customers found"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      {`No customers match “${search}”.`}
    </EmptyState>
  </Card>
);

const options = { sorts: ['alerts', 'name'], usual: { by: 'alerts', descending: false } };

/** The page of customers that the address describes. Counts of alerts follow live changes. */
function useCustomers() {
  const list = useTableParams(options);
  const { search, order, page } = list;
  const { data, previousData, error, loading, refetch } = useQuery(CustomerList, {
    ...pagePolicies,
    variables: {
      search: search || null,
      worstFirst: order.by === 'alerts',
      first: PAGE,
      skip: (page - 1) * PAGE,
    },
  });
  useAlertRefetch(refetch);
  // Keep showing the previous result while a new search runs.
  const known = data ?? (error ? undefined : previousData);
  return {
    list,
    customers: known && readFragment(CustomerFields, known.customers),
    count: known?.customerCount ?? 0,
    error: known ? undefined : error,
    searching: loading && !data,
    refetch,
  };
}
