import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { HalopsaTicketRoutesQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { Hint } from '#web/ui/text.tsx';

export const HalopsaTicketRoutes = graphql(`
  query HalopsaTicketRoutes($controllerId: ID, $first: Int!) {
    halopsaTicketRoutes(controllerId: $controllerId, first: $first) {
      source
      customerName
      clientId
      clientName
      siteCount
    }
  }
`);

type Route = HalopsaTicketRoutesQuery['halopsaTicketRoutes'][number];

/** Routes that are shown one by one. */
const FEW = 5;
const MOST = 200;

type Props = {
  /** The controller that opens the tickets. Absent: a rule without a client opens them. */
  controllerId?: string;
  /** Where tickets for sites without a linked customer go, such as “go to the client chosen here”. */
  otherwise: string;
};

/** Where tickets go because of the customers of sites. Nothing is shown while no customer is linked to a client. */
export function TicketRoutes({ controllerId, otherwise }: Props) {
  const { data } = useQuery(HalopsaTicketRoutes, { variables: { controllerId, first: MOST } });
  const all = data?.halopsaTicketRoutes ?? [];
  const routes = all.filter(({ source }) => source === 'customer');
  if (routes.length === 0) return null;
  const rest = all.find(({ source }) => source !== 'customer');
  const hidden = routes.length - FEW;
  return (
    <Hint as="div">
      <chakra.ul aria-label="Where tickets go" display="flex" flexDirection="column" gap={0.5}>
        {routes.slice(0, FEW).map((route) => (
          <li key={`${route.clientId} ${route.customerName}`}>
            {`Tickets go to ${clientOf(route)}, from customer ${route.customerName} (${sites(route)}).`}
          </li>
        ))}
        {hidden > 0 && (
          <li>
            {`${formatNumber(hidden)}${all.length === MOST ? ' or more' : ''} other customers have clients of their own.`}
          </li>
        )}
        {rest && <li>{`Tickets for ${sites(rest, 'other ')} ${otherwise}.`}</li>}
      </chakra.ul>
    </Hint>
  );
}

const clientOf = ({ clientName, clientId }: Route): string => clientName ?? `client ${clientId}`;

const sites = ({ siteCount }: Route, other = ''): string => formatCount(siteCount, `${other}site`);
