import { chakra } from '@chakra-ui/react';
import { Swatch } from '#web/ui/Swatch.tsx';

/** A customer's color as a small square. Its name always stands beside it. */
export const CustomerMark = ({ color }: { color: string }) => (
  <chakra.span display="inline-block" me={2} verticalAlign="baseline">
    <Swatch color={color} />
  </chakra.span>
);

/** The customer's name, or the name of a site without a customer. */
export const groupName = ({
  customer,
  siteName,
}: {
  customer?: { name: string } | null;
  siteName?: string | null;
}): string => customer?.name ?? siteName ?? 'Unnamed site';
