import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { CustomerMark } from '#web/features/customers/parts.tsx';
import { CustomerField } from '#web/features/customers/CustomerFields.tsx';
import type { DefaultCustomerMarksQuery } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { DividedList } from '#web/ui/Card.tsx';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { FilterField, MANY } from '#web/ui/FilterField.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { toastFailure } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { usePages } from '#web/ui/usePages.tsx';

export const DefaultCustomerFields = graphql(`
  fragment DefaultCustomerFields on Controller {
    id
    name
    defaultCustomerId
  }
`);

export const DefaultCustomers = graphql(`
  query DefaultCustomers {
    controllers {
      id
      name
      ...DefaultCustomerFields
    }
  }
`);

export const DefaultCustomerMarks = graphql(`
  query DefaultCustomerMarks($ids: [ID!]!) {
    customers(ids: $ids) {
      id
      ...CustomerMarkFields
    }
  }
`);

export const SetDefaultCustomer = graphql(`
  mutation SetDefaultCustomer($controllerId: ID!, $customerId: ID) {
    setDefaultCustomer(controllerId: $controllerId, customerId: $customerId) {
      ...DefaultCustomerFields
    }
  }
`);

/** Which customer the new sites of each controller belong to. */
export function DefaultCustomersDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(DefaultCustomers);
  const [sought, setSought] = useState('');
  const controllers = data?.controllers ?? [];
  const found = controllers.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  const list = useRef<HTMLUListElement>(null);
  const pages = usePages(found, { nouns: ['controller', 'controllers'], list });
  const ids = readFragment(DefaultCustomerFields, pages.rows).flatMap((one) => one.defaultCustomerId ?? []);
  const customerOf = useMarks(ids);
  return (
    <DetailsDialog
      title="Customer of new sites"
      head={
        <Muted>
          New sites of a controller are assigned to this customer. Existing sites keep the customer they have.
        </Muted>
      }
      onClose={onClose}
    >
      {error && !data && (
        <LoadFailed title="We couldn’t load your controllers" error={error} onRetry={refetch} />
      )}
      {!data && !error && <SkeletonRows rows={4} />}
      {controllers.length > MANY && (
        <FilterField
          label="Find a controller"
          value={sought}
          onChange={(words) => {
            setSought(words);
            pages.startOver();
          }}
        />
      )}
      {data && (
        <div>
          <DividedList ref={list} aria-label="Controllers">
            {pages.rows.map((controller) => (
              <chakra.li
                key={controller.id}
                display="grid"
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1.4fr)' }}
                alignItems="center"
                columnGap={4}
                py={2}
              >
                <chakra.span fontWeight="medium" overflowWrap="anywhere">
                  {controller.name}
                </chakra.span>
                <DefaultChoice controller={controller} customerOf={customerOf} />
              </chakra.li>
            ))}
          </DividedList>
          {found.length === 0 && <Muted py={4}>No controllers match.</Muted>}
          {pages.pager}
        </div>
      )}
    </DetailsDialog>
  );
}

type Mark = DefaultCustomerMarksQuery['customers'][number];

/** The customers with these IDs, by ID. */
function useMarks(ids: readonly string[]): ReadonlyMap<string, Mark> {
  const { data, previousData } = useQuery(DefaultCustomerMarks, {
    variables: { ids: [...new Set(ids)].toSorted() },
    skip: ids.length === 0,
  });
  return new Map((data ?? previousData)?.customers.map((one) => [one.id, one]));
}

type Props = { controller: FragmentType<typeof DefaultCustomerFields> };

/** The customer of one controller's new sites. */
export function DefaultCustomer({ controller }: Props) {
  const { defaultCustomerId } = readFragment(DefaultCustomerFields, controller);
  return (
    <DefaultChoice
      controller={controller}
      customerOf={useMarks(defaultCustomerId ? [defaultCustomerId] : [])}
    />
  );
}

/** The customer of a controller's new sites. A choice is saved at once. */
function DefaultChoice(props: Props & { customerOf: ReadonlyMap<string, Mark> }) {
  const { id, name, defaultCustomerId } = readFragment(DefaultCustomerFields, props.controller);
  const customer = defaultCustomerId ? props.customerOf.get(defaultCustomerId) : undefined;
  const [isOpen, setOpen] = useState(false);
  const looksOnly = useLooksOnly();
  const [save, { loading }] = useMutation(SetDefaultCustomer);
  const choose = async (customerId: string | null) => {
    try {
      await save({ variables: { controllerId: id, customerId } });
      setOpen(false);
    } catch (error) {
      toastFailure(error, {
        title: 'Default customer not saved',
        check: 'Reload the page to see which customer is set.',
      });
    }
  };
  if (isOpen)
    return (
      <chakra.div display="flex" alignItems="flex-end" gap={2}>
        <CustomerField
          label={`Customer of new sites of ${name}`}
          value={defaultCustomerId ?? null}
          disabled={loading}
          onChange={(customerId) => void choose(customerId)}
        />
        <Button variant="ghost" size="sm" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </chakra.div>
    );
  return (
    <chakra.div display="flex" alignItems="center" gap={2} minW={0}>
      {customer ? (
        <CustomerMark customer={customer} />
      ) : (
        <Muted as="span">{defaultCustomerId ? 'Loading…' : 'No customer'}</Muted>
      )}
      {!looksOnly && (
        <Button
          variant="plain"
          size="sm"
          aria-label={`Change the customer of new sites of ${name}`}
          onClick={() => setOpen(true)}
        >
          Change
        </Button>
      )}
    </chakra.div>
  );
}
