import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** One part of what is open, with an edge of its own. */
export const Panel = (props: { label?: string; labelledBy?: string; children: ReactNode }) => (
  <chakra.section
    aria-label={props.label}
    aria-labelledby={props.labelledBy}
    p={{ base: 4, md: 6 }}
    borderWidth="1px"
    borderRadius="surface"
    bg="bg.panel"
  >
    {props.children}
  </chakra.section>
);
