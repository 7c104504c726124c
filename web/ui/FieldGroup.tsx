import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Fields that belong together. */
export const FieldGroup = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <chakra.fieldset
    display="flex"
    flexDirection="column"
    gap={4}
    minW={0}
    css={{ '& + &': { borderTopWidth: '1px', pt: 5, mt: 1 } }}
  >
    <chakra.legend fontWeight="semibold" float="left" mb={0}>
      {legend}
    </chakra.legend>
    {children}
  </chakra.fieldset>
);
