import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A step's heading and its sentence. */
export const Words = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <chakra.h2 textStyle="lg" fontWeight="semibold">
      {title}
    </chakra.h2>
    <chakra.p mt={1} color="fg.muted">
      {children}
    </chakra.p>
  </div>
);
