import { chakra } from '@chakra-ui/react';
import { Swatch } from '#web/ui/Swatch.tsx';

type Group = { customer?: { name: string; color: string } | null; siteName?: string | null };

/** The customer's name after its color, or the name of a site without a customer. */
export const GroupName = ({ group }: { group: Group }) => (
  <>
    {group.customer && (
      <chakra.span display="inline-block" me={2} verticalAlign="baseline">
        <Swatch color={group.customer.color} />
      </chakra.span>
    )}
    {nameOf(group)}
  </>
);

export const nameOf = ({ customer, siteName }: Group): string => customer?.name ?? siteName ?? 'Unnamed site';

/** What groups are called, of which so many are customers and the others sites without one. */
export function nounsOf(groups: number, customers: number): [one: string, several: string] {
  if (customers === groups) return ['customer', 'customers'];
  return customers === 0 ? ['site', 'sites'] : ['customer or site', 'customers and sites'];
}
