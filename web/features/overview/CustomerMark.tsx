import { chakra } from '@chakra-ui/react';

/** A customer's color as a small square. Its name always stands beside it. */
export const CustomerMark = ({ color }: { color: string }) => (
  <chakra.svg
    aria-hidden
    boxSize="10px"
    viewBox="0 0 10 10"
    display="inline-block"
    me={2}
    verticalAlign="baseline"
  >
    <rect width="10" height="10" rx="3" fill={color} />
  </chakra.svg>
);

/** The customer's name, or the name of a site without a customer. */
export const groupName = ({
  customer,
  siteName,
}: {
  customer?: { name: string } | null;
  siteName?: string | null;
}): string => customer?.name ?? siteName ?? 'Unnamed site';
