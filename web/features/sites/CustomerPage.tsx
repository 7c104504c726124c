import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Stack } from '@chakra-ui/react';
import { useRef, useState, type ReactNode } from 'react';
import { Link as RouterLink, useNavigate, useParams } from 'react-router';
import { PlaceAlerts, unreadDevices } from '#web/features/alerts/PlaceAlerts.tsx';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { CustomerFields } from '#web/features/customers/customers.gql.ts';
import { alertsOf } from '#web/features/customers/CustomersTab.tsx';
import {
  DeviceCountsFields,
  DeviceStates,
  HaloClient,
  Tags,
  UnknownSites,
} from '#web/features/customers/parts.tsx';
import { MuteActions } from '#web/features/maintenance/MuteActions.tsx';
import { ALL_CONTROLLERS } from '#web/features/maintenance/window-form.ts';
import type { CustomerFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { isMissing } from '#web/lib/server-errors.ts';
import { PAGE } from '#web/lib/table-params.ts';
import { useAlertRefetch } from '#web/lib/useAlertRefetch.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SearchX } from '#web/ui/icons.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Delayed, LoadingSpinner, SkeletonRows } from '#web/ui/Loading.tsx';
import { Swatch } from '#web/ui/Swatch.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { pagePolicies } from '#web/ui/useLoadMore.ts';
import { SiteFields, SiteList } from './sites.gql.ts';
import { SiteRows } from './SiteRows.tsx';

const CustomerDialog = lazyDialog(() =>
  import('#web/features/customers/CustomerDialog.tsx').then((m) => m.CustomerDialog),
);
const DeleteCustomerDialog = lazyDialog(() =>
  import('#web/features/customers/DeleteCustomerDialog.tsx').then((m) => m.DeleteCustomerDialog),
);

export const OneCustomer = graphql(`
  query OneCustomer($id: ID!) {
    customer(id: $id) {
      ...CustomerFields
    }
  }
`);

/** A customer's facts, open alerts and sites. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(OneCustomer, { variables: { id }, ...pagePolicies });
  useAlertRefetch(refetch);
  const customer = data && readFragment(CustomerFields, data.customer);
  if (customer) return <Whole key={id} customer={customer} />;
  return (
    <>
      <PageHeader title="Customer" />
      {error && isMissing(error) && <NoSuchCustomer />}
      {error && !isMissing(error) && (
        <LoadFailed title="We couldn’t load this customer" error={error} onRetry={refetch} />
      )}
      {!error && (
        <Delayed>
          <LoadingSpinner />
        </Delayed>
      )}
    </>
  );
}

const NoSuchCustomer = () => (
  <Card>
    <EmptyState
      icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
      title="Customer not found"
      action={
        <Button asChild>
          <RouterLink to="/customers">View your customers</RouterLink>
        </Button>
      }
    >
      It may have been deleted, or it belongs to another team.
    </EmptyState>
  </Card>
);

function Whole({ customer }: { customer: CustomerFieldsFragment }) {
  const { id, name, color, siteCount, openAlertCount } = customer;
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const navigate = useNavigate();
  const looksOnly = useLooksOnly();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={name}
        description={
          <chakra.span display="inline-flex" alignItems="center" gap={2}>
            <Swatch color={color} />
            Customer
          </chakra.span>
        }
        action={
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
            {siteCount > 0 && (
              <>
                <Button asChild variant="outline">
                  <RouterLink to={`/reports?customer=${id}`}>Monthly report</RouterLink>
                </Button>
                <MuteActions place={{ controllerId: ALL_CONTROLLERS, customerIds: [id] }} />
              </>
            )}
            {!looksOnly && (
              <RowActions
                of={name}
                actions={[
                  { label: 'Edit', act: () => setOpen('edit') },
                  { label: 'Delete', act: () => setOpen('delete'), destroys: true },
                ]}
              />
            )}
          </chakra.div>
        }
      />
      <Stack gap={6}>
        <Facts customer={customer} />
        {siteCount > 0 && (
          <PlaceAlerts
            place={{ customerId: id }}
            name={name}
            unknown={unknownOf(customer)}
            action={
              openAlertCount > 0 && (
                <Button asChild variant="outline" size="sm">
                  <RouterLink to={alertsOf(id)}>View in Alerts</RouterLink>
                </Button>
              )
            }
          />
        )}
        <CustomerSites customer={customer} />
      </Stack>
      {open === 'edit' && <CustomerDialog customer={customer} onClose={close} />}
      {open === 'delete' && (
        <DeleteCustomerDialog
          customer={customer}
          onClose={close}
          onDeleted={() => void navigate('/customers')}
        />
      )}
    </>
  );
}

/** What can't be known now: whole sites, or else some of their devices. Undefined if everything is known. */
function unknownOf({ sitesUnknown, devices }: CustomerFieldsFragment): string | undefined {
  if (sitesUnknown === 0) return unreadDevices(readFragment(DeviceCountsFields, devices));
  return `${formatCount(sitesUnknown, 'site')} can’t be read, so ${sitesUnknown === 1 ? 'its' : 'their'} alerts can’t be raised.`;
}

function Facts({ customer }: { customer: CustomerFieldsFragment }) {
  const { siteCount, sitesUnknown, devices, tags } = customer;
  return (
    <Card p={{ base: 4, md: 5 }}>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: '1fr 2fr 2fr 2fr' }}
        columnGap={5}
        rowGap={3}
      >
        <Fact name="Sites">
          {formatNumber(siteCount)}
          <chakra.div textStyle="sm" color="fg.muted">
            <UnknownSites count={sitesUnknown} />
          </chakra.div>
        </Fact>
        <Fact name="Devices">
          <DeviceStates devices={devices} />
        </Fact>
        <Fact name="Tags">{tags.length > 0 ? <Tags tags={tags} /> : <Muted as="span">None</Muted>}</Fact>
        <Fact name="HaloPSA client">
          <HaloClient customer={customer} />
        </Fact>
      </chakra.dl>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <chakra.div minW={0}>
    <chakra.dt textStyle="sm" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
      {children}
    </chakra.dd>
  </chakra.div>
);

/** Its sites, those in trouble first. */
function CustomerSites({ customer: { id } }: { customer: CustomerFieldsFragment }) {
  const [page, setPage] = useState(1);
  const { data, previousData, error, refetch } = useQuery(SiteList, {
    ...pagePolicies,
    variables: { customerIds: [id], worstFirst: true, first: PAGE, skip: (page - 1) * PAGE },
  });
  useAlertRefetch(refetch);
  const list = useRef<HTMLDivElement>(null);
  const known = data ?? previousData;
  const sites = known && readFragment(SiteFields, known.teamSites);
  const count = known?.teamSiteCount ?? 0;
  return (
    <chakra.section aria-labelledby="sites">
      <SectionHead>
        <SectionTitle id="sites">Sites</SectionTitle>
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          <Button asChild variant="outline" size="sm">
            <RouterLink to={`/customers?tab=sites&customer=${id}`}>Manage sites</RouterLink>
          </Button>
        </chakra.div>
      </SectionHead>
      {error && !known && <LoadFailed title="We couldn’t load the sites" error={error} onRetry={refetch} />}
      {!known && !error && <SkeletonRows rows={4} />}
      {sites?.length === 0 && (
        <Card px={4} py={5}>
          <Muted>
            No sites yet.{' '}
            <Link asChild>
              <RouterLink to="/customers?tab=sites&assigned=no">Assign sites</RouterLink>
            </Link>{' '}
            to this customer.
          </Muted>
        </Card>
      )}
      <div ref={list}>{sites && sites.length > 0 && <SiteRows sites={sites} withoutCustomer />}</div>
      {count > PAGE && (
        <Pager page={page} count={count} nouns={['site', 'sites']} onPage={setPage} list={list} />
      )}
    </chakra.section>
  );
}
