import { Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const field = '[data-scope="field"][data-part="root"]';

/** Fields with reserved space for an error line, so that the layout doesn't shift. */
export function SteadyFields({ children }: { children: ReactNode }) {
  return (
    <Stack gap={2} css={{ [`& ${field}:not(:has([data-part="error-text"]))`]: { paddingBottom: '1.55rem' } }}>
      {children}
    </Stack>
  );
}
