import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { CustomerMarkFields } from '#web/features/customers/customers.gql.ts';
import { CustomerMark, Tags } from '#web/features/customers/parts.tsx';
import type { FragmentType } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Fact } from '#web/ui/Fact.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';

/** Facts as names and values: two columns on phones, more on wide screens. */
export const FactList = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
      xl: 'repeat(5, minmax(0, 1fr))',
    },
    columnGap: 5,
    rowGap: 4,
  },
});

/** What UniFi hasn't said. Why not is said once, below the facts. */
export const NotReported = () => <Muted as="span">Not reported</Muted>;

const MAC_LENGTH = 17;

/** An address with a button that copies it. */
export const Address = ({ text, of }: { text: string; of: string }) => (
  <chakra.span display="inline-flex" alignItems="center" gap={1} maxW="full">
    <chakra.span
      fontFamily="mono"
      textStyle={{ base: 'xs', md: 'sm' }}
      minW={0}
      // A MAC address stays on one line. IPv6 addresses may be longer than a phone is wide.
      whiteSpace={text.length <= MAC_LENGTH ? 'nowrap' : undefined}
    >
      {text}
    </chakra.span>
    <CopyButton small text={text} label="Copy" of={of} />
  </chakra.span>
);

/** A moment, and how long ago it was. */
export const Moment = ({ at }: { at: string }) => (
  <>
    {formatDateTime(new Date(at))}
    <Hint as="div">
      <RelativeTime at={at} />
    </Hint>
  </>
);

export const FactLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link asChild>
    <RouterLink to={to}>{children}</RouterLink>
  </Link>
);

type Owned = { customer?: FragmentType<typeof CustomerMarkFields> | null; tags: readonly string[] };

/** Whose site it is, and its tags. */
export const OwnerFacts = ({ customer, tags }: Owned) => (
  <>
    <Fact name="Customer">
      {customer ? <CustomerMark customer={customer} isFact /> : <Muted as="span">None</Muted>}
    </Fact>
    <Fact name="Tags">{tags.length > 0 ? <Tags tags={tags} /> : <Muted as="span">None</Muted>}</Fact>
  </>
);
