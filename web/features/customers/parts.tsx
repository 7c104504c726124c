import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { DeviceCounts } from '#web/features/controllers/DeviceCounts.tsx';
import type { AlertSeverity, CustomerFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { Swatch } from '#web/ui/Swatch.tsx';
import { StateIcon, stateWord } from '#web/ui/StateIcon.tsx';
import { Muted } from '#web/ui/text.tsx';
import { CustomerMarkFields } from './customers.gql.ts';

type MarkProps = {
  customer: FragmentType<typeof CustomerMarkFields>;
  strong?: boolean;
  /** Among facts it looks like the links beside it. In a list, where each row has one, it's plain. */
  isFact?: boolean;
};

/** A customer's color and name, which leads to its page. */
export function CustomerMark({ strong, isFact, ...props }: MarkProps) {
  const { id, name, color } = readFragment(CustomerMarkFields, props.customer);
  const look = isFact ? {} : ({ variant: 'plain', color: 'fg' } as const);
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={2} minW={0} maxW="full">
      <Swatch color={color} />
      <Link asChild {...look} fontWeight={strong ? 'medium' : undefined} minW={0}>
        <RouterLink to={`/customers/${id}`}>
          <chakra.span overflowWrap="anywhere">{name}</chakra.span>
        </RouterLink>
      </Link>
    </chakra.span>
  );
}

/** Tags, each in a box of its own. */
export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <chakra.span display="inline-flex" flexWrap="wrap" gap={1} minW={0}>
    {tags.map((tag) => (
      <chakra.span
        key={tag}
        px={1.5}
        borderRadius="sm"
        bg="bg.muted"
        textStyle="xs"
        lineHeight="1.25rem"
        overflowWrap="anywhere"
      >
        {tag}
      </chakra.span>
    ))}
  </chakra.span>
);

/** How many alerts are open and how bad the worst is, as a link to them. */
export function OpenAlertsLink(props: {
  count: number;
  severity?: AlertSeverity | null;
  to: string;
  /** Whose alerts they are, for screen readers. */
  of: string;
  /** What it says without any. */
  none?: string;
}) {
  const { count, severity, to, of, none = 'None' } = props;
  if (count === 0 || !severity) return <Muted as="span">{none}</Muted>;
  return (
    <Link
      asChild
      variant="plain"
      color={`state.${severity}`}
      fontWeight="medium"
      fontVariantNumeric="tabular-nums"
      whiteSpace="nowrap"
    >
      <RouterLink
        to={to}
        aria-label={`${formatCount(count, 'open alert')} of ${of}, worst: ${stateWord[severity]}`}
      >
        <chakra.span display="inline-flex" alignItems="center" gap={1.5}>
          <StateIcon state={severity} size={10} />
          {formatNumber(count)}
        </chakra.span>
      </RouterLink>
    </Link>
  );
}

/** The client that its tickets go to. Its ID, if the name isn't known. */
export const HaloClient = ({
  customer,
}: {
  customer: Pick<CustomerFieldsFragment, 'haloClientId' | 'haloClientName'>;
}) =>
  customer.haloClientName ??
  (customer.haloClientId == null ? <Muted as="span">None</Muted> : `Client ${customer.haloClientId}`);

/** "? 1 site can’t be read", with its shape. Nothing if all are known. */
export const UnknownSites = ({ count }: { count: number }) =>
  count > 0 && (
    <chakra.span display="inline-flex" alignItems="center" gap={1} whiteSpace="nowrap">
      <chakra.span color="state.unknown" display="inline-flex">
        <StateIcon state="unknown" size={10} />
      </chakra.span>
      {`${formatCount(count, 'site')} can’t be read`}
    </chakra.span>
  );

export const DeviceCountsFields = graphql(`
  fragment DeviceCountsFields on DeviceCounts {
    online
    offline
    impaired
    busy
    unknown
  }
`);

/** How many devices of a customer or site are in each state. */
export function DeviceStates(props: { devices: FragmentType<typeof DeviceCountsFields>; none?: string }) {
  const counts = readFragment(DeviceCountsFields, props.devices);
  return <DeviceCounts counts={counts} none={<Muted as="span">{props.none ?? 'None yet'}</Muted>} quiet />;
}
