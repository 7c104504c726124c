import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Fields of one kind, with what becomes of them at their right; below them where there is no room. */
export const Beside = (props: { legend: string; preview: ReactNode; children: ReactNode }) => (
  <chakra.div
    display="grid"
    // A result of a search is 600 pixels wide: beside the fields it has room from here on.
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 39.75rem' }}
    gap={{ base: 5, xl: 8 }}
    alignItems="start"
    css={{ '& + &': { borderTopWidth: '1px', pt: 6 } }}
  >
    <chakra.fieldset display="flex" flexDirection="column" gap={4} minW={0}>
      <chakra.legend textStyle="lg" fontWeight="semibold" float="left" mb={0}>
        {props.legend}
      </chakra.legend>
      {props.children}
    </chakra.fieldset>
    <chakra.div position={{ xl: 'sticky' }} top={{ xl: 20 }} minW={0}>
      {props.preview}
    </chakra.div>
  </chakra.div>
);
