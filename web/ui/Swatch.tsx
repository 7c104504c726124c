import { chakra } from '@chakra-ui/react';

/**
 * A customer's color. It's a square, because states are circles, triangles and diamonds. The name always stands beside
 * it.
 */
export const Swatch = ({ color }: { color: string }) => (
  <chakra.svg boxSize="10px" viewBox="0 0 10 10" aria-hidden focusable="false" flexShrink={0}>
    <rect width="10" height="10" rx="3" fill={color} />
  </chakra.svg>
);
