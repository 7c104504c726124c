import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Fields of one kind, with what becomes of them at their right; below them where there is no room. */
export const Beside = (props: { legend: string; preview: ReactNode; children: ReactNode }) => (
  <chakra.div
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1.1fr)' }}
    gap={{ base: 5, lg: 8 }}
    alignItems="start"
    css={{ '& + &': { borderTopWidth: '1px', pt: 6 } }}
  >
    <chakra.fieldset display="flex" flexDirection="column" gap={4} minW={0}>
      <chakra.legend textStyle="lg" fontWeight="semibold" float="left" mb={0}>
        {props.legend}
      </chakra.legend>
      {props.children}
    </chakra.fieldset>
    <chakra.div position={{ lg: 'sticky' }} top={{ lg: 20 }} minW={0}>
      {props.preview}
    </chakra.div>
  </chakra.div>
);
