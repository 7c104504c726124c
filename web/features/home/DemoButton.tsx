import { Button } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { DemoDialog } from './DemoDialog.tsx';
import { operatorsCall } from './operators-call.ts';

/** Opens the demo. The browser does that by itself, so it also works before the page's script has arrived. */
export function DemoButton({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Button size="lg" variant="outline" {...operatorsCall} aria-haspopup="dialog" popoverTarget={id}>
        {children}
      </Button>
      <DemoDialog id={id} />
    </>
  );
}
