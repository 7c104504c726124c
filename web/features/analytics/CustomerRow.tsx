import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CustomerFiguresQuery } from '#web/gql/graphql.ts';
import { minorMoney } from '#web/lib/money.ts';

/** Columns on wide screens; on phones the figures stand under the name. */
export const customerColumns = {
  base: 'repeat(3, auto)',
  lg: 'minmax(0, 1fr) 10rem 10rem 9rem',
} as const;

/** A customer's share of the figures; the name leads to whoever owns the team. */
export const CustomerRow = ({ customer }: { customer: CustomerFiguresQuery['customerFigures'][number] }) => {
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
          <chakra.span asChild fontWeight="medium" _hover={{ textDecoration: 'underline' }}>
            <Link to={`/admin/users?user=${ownerId}`}>{name || ownerEmail}</Link>
          </chakra.span>
        ) : (
          <chakra.span fontWeight="medium">{name}</chakra.span>
        )}
        <chakra.span display="block" textStyle="sm" color="fg.muted">
          {ownerEmail ?? 'Nobody owns it'}
        </chakra.span>
      </chakra.span>
      <Count area="alerts" unit={alerts === 1 ? 'alert' : 'alerts'}>
        {alerts.toLocaleString()}
      </Count>
      <Count area="controllers" unit="controllers">
        {activeControllers.toLocaleString()} of {controllers.toLocaleString()}
      </Count>
      <Count area="paid" unit="">
        {paidWords(revenue, currency)}
      </Count>
    </chakra.div>
  );
};

function paidWords(revenue: number, currency: 'GBP' | 'USD' | null): string {
  if (!currency) return 'No subscription';
  return revenue > 0 ? minorMoney(revenue, currency) : 'On trial';
}

/** Wide screens have the unit in the head of the column. */
const Count = ({ area, unit, children }: { area: string; unit: string; children: ReactNode }) => (
  <chakra.span role="cell" gridArea={area} textAlign={{ lg: 'end' }} color={{ base: 'fg.muted', lg: 'fg' }}>
    {children} <chakra.span display={{ lg: 'none' }}>{unit}</chakra.span>
  </chakra.span>
);
