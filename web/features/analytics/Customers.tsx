import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CustomerFiguresQuery, CustomerOrder } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatMinorMoney, formatNumber } from '#web/lib/format.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadMoreTable } from '#web/ui/LoadMoreTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Select } from '#web/ui/Select.tsx';
import { useLoadMore } from '#web/ui/useLoadMore.ts';
import { Hint, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';
import type { Chosen } from './PeriodChoice.tsx';

export const CustomerFigures = graphql(`
  query CustomerFigures(
    $days: Int
    $from: String
    $to: String
    $order: CustomerOrder!
    $first: Int!
    $skip: Int!
  ) {
    customerFigures(days: $days, from: $from, to: $to, order: $order, first: $first, skip: $skip) {
      teamId
      name
      ownerId
      ownerEmail
      controllers
      activeControllers
      alerts
      revenue
      currency
    }
  }
`);

/** Customers per page. */
const PAGE = 50;

const orders: { value: CustomerOrder; label: string }[] = [
  { value: 'alerts', label: 'Most alerts first' },
  { value: 'revenue', label: 'Most revenue first' },
  { value: 'controllers', label: 'Most controllers first' },
];

/** The customers behind the figures. */
export function Customers({ chosen }: { chosen: Chosen }) {
  const [by, setBy] = useSearchParam('by');
  const order = orders.find(({ value }) => value === by)?.value ?? 'alerts';
  const { customers, error, refetch, more, loadingMore } = useCustomers(chosen, order);
  return (
    <chakra.section aria-labelledby="customers">
      <SectionHead>
        <SectionTitle id="customers" tabIndex={-1} scrollMarginTop={20}>
          Customers
        </SectionTitle>
        <Select
          aria-label="Order"
          w="13rem"
          options={orders}
          value={order}
          onChange={({ target }) => setBy(target.value)}
        />
      </SectionHead>
      {error && <LoadFailed title="We couldn’t load the customers" error={error} onRetry={refetch} />}
      {!error && !customers && <SkeletonRows rows={5} />}
      {customers?.length === 0 && (
        <EmptyState title="No customers yet">Customers appear here when they register.</EmptyState>
      )}
      {customers && customers.length > 0 && (
        <LoadMoreTable
          label="Customers"
          more={more}
          loading={loadingMore}
          columns={customerColumns}
          head={
            <>
              <span role="columnheader">Customer</span>
              <AlignedRight>Alerts in the period</AlignedRight>
              <AlignedRight>Active controllers</AlignedRight>
              <AlignedRight>Monthly payment</AlignedRight>
            </>
          }
        >
          {customers.map((customer) => (
            <CustomerRow key={customer.teamId} customer={customer} />
          ))}
        </LoadMoreTable>
      )}
    </chakra.section>
  );
}

const AlignedRight = ({ children }: { children: string }) => (
  <chakra.span role="columnheader" textAlign="end">
    {children}
  </chakra.span>
);

/** Loads customers page by page, and keeps showing the previous order while a new one loads. */
function useCustomers(chosen: Chosen, order: CustomerOrder) {
  const variables = { ...chosen, order, first: PAGE, skip: 0 };
  const { data, previousData, error, refetch, fetchMore } = useQuery(CustomerFigures, { variables });
  const known = data ?? (error ? undefined : previousData);
  const count = data?.customerFigures.length ?? 0;
  const { loadMore, loadingMore } = useLoadMore('customers', () => fetchMore({ variables: { skip: count } }));
  return {
    customers: known?.customerFigures,
    error: known ? undefined : error,
    refetch,
    // A full page, so there may be another.
    more: count > 0 && count % PAGE === 0 ? loadMore : undefined,
    loadingMore,
  };
}

/** On phones, the figures are below the name. */
const customerColumns = {
  base: 'repeat(3, auto)',
  lg: 'minmax(0, 1fr) 10rem 10rem 9rem',
} as const;

/** A customer's figures. The name links to the team's owner. */
const CustomerRow = ({ customer }: { customer: CustomerFiguresQuery['customerFigures'][number] }) => {
  const { name, ownerId, ownerEmail, alerts, controllers, activeControllers, revenue, currency } = customer;
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={customerColumns}
      gridTemplateAreas={{
        base: '"name name name" "alerts controllers paid"',
        lg: '"name alerts controllers paid"',
      }}
      justifyContent={{ base: 'start', lg: 'normal' }}
      columnGap={4}
      rowGap={0.5}
      alignItems="center"
      minH={10}
      px={4}
      py={2}
      borderTopWidth="1px"
    >
      <chakra.span role="cell" gridArea="name" minW={0} overflowWrap="anywhere">
        {ownerId ? (
          <chakra.span asChild fontWeight="medium" _hover={{ textDecoration: 'underline' }} css={touchArea}>
            <Link to={`/admin/users?user=${ownerId}`}>{name || ownerEmail}</Link>
          </chakra.span>
        ) : (
          <chakra.span fontWeight="medium">{name}</chakra.span>
        )}
        <Hint as="span" display="block">
          {ownerEmail ?? 'No owner'}
        </Hint>
      </chakra.span>
      <Count area="alerts" unit={alerts === 1 ? 'alert' : 'alerts'}>
        {formatNumber(alerts)}
      </Count>
      <Count area="controllers" unit="controllers">
        {formatNumber(activeControllers)} of {formatNumber(controllers)}
      </Count>
      <Count area="paid" unit="">
        {paidWords(revenue, currency)}
      </Count>
    </chakra.div>
  );
};

function paidWords(revenue: number, currency: 'GBP' | 'USD' | null): string {
  if (!currency) return 'No subscription';
  return revenue > 0 ? formatMinorMoney(revenue, currency) : 'On trial';
}

/** Wide screens show the unit in the column header. */
const Count = ({ area, unit, children }: { area: string; unit: string; children: ReactNode }) => (
  <chakra.span role="cell" gridArea={area} textAlign={{ lg: 'end' }} color={{ base: 'fg.muted', lg: 'fg' }}>
    {children} <chakra.span display={{ lg: 'none' }}>{unit}</chakra.span>
  </chakra.span>
);
