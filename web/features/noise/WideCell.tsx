import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A figure that phones show in the first cell. */
export const WideCell = ({ children }: { children: ReactNode }) => (
  <chakra.div role="cell" display={{ base: 'none', lg: 'block' }} textAlign="end">
    {children}
  </chakra.div>
);
