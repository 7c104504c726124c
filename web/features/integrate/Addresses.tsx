import { chakra } from '@chakra-ui/react';
import { CopyButton } from '#web/ui/CopyButton.tsx';

const addressesOf = (origin: string) => {
  const socket = origin.replace(/^http/, 'ws');
  return [
    { name: 'GraphQL', what: 'Queries and mutations, by POST.', address: `${origin}/graphql` },
    {
      name: 'Subscriptions',
      what: 'The protocol graphql-transport-ws, as the library graphql-ws speaks it.',
      address: `${socket}/graphql`,
    },
    {
      name: 'Server-sent events',
      what: 'The same subscriptions, where a WebSocket cannot be opened.',
      address: `${origin}/graphql/stream`,
    },
    { name: 'REST', what: 'Calls with JSON, for programs that know no GraphQL.', address: `${origin}/api` },
  ];
};

/** Every door of this installation. */
export const Addresses = ({ origin }: { origin: string }) => (
  <chakra.ul
    listStyleType="none"
    borderWidth="1px"
    borderRadius="control"
    css={{ '& > li + li': { borderTopWidth: '1px' } }}
  >
    {addressesOf(origin).map(({ name, what, address }) => (
      <chakra.li
        key={name}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap={3}
        ps={3}
        pe={2}
        py={2.5}
      >
        <chakra.div flex="1 1 16rem" minW={0}>
          <chakra.p fontWeight="medium">{name}</chakra.p>
          <chakra.p fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            {address}
          </chakra.p>
          <chakra.p textStyle="sm" color="fg.muted">
            {what}
          </chakra.p>
        </chakra.div>
        <CopyButton text={address} label="Copy" of={`the address of ${name}`} />
      </chakra.li>
    ))}
  </chakra.ul>
);
