import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The form, and beside it what comes of it; under it where there is no room. */
export const BesideForm = ({ beside, children }: { beside: ReactNode; children: ReactNode }) => (
  <chakra.div
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 25rem) minmax(0, 1fr)' }}
    gap={6}
    alignItems="start"
  >
    <Panel>{children}</Panel>
    <chakra.div position={{ lg: 'sticky' }} top={{ lg: 20 }} minW={0}>
      {beside}
    </chakra.div>
  </chakra.div>
);

/** The surface that a form stands on. */
const Panel = ({ children }: { children: ReactNode }) => (
  <chakra.div
    display="flex"
    flexDirection="column"
    gap={4}
    px={{ base: 4, md: 6 }}
    pt={{ base: 4, md: 6 }}
    pb={3}
    borderWidth="1px"
    borderRadius="surface"
    bg="bg.panel"
    // The save bar may stand over the lower edge: what gets the focus scrolls clear of it.
    css={{ '& :is(input, select, textarea)': { scrollMarginBottom: '5.5rem' } }}
  >
    {children}
  </chakra.div>
);
