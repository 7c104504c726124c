import { Button } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { operatorsCall } from './operators-call.ts';

const DemoDialog = lazyDialog(() => import('./DemoDialog.tsx').then((m) => m.DemoDialog));

/** Opens the demo; what is in it is fetched then. */
export function DemoButton({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="lg"
        variant="outline"
        {...operatorsCall}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open && <DemoDialog onClose={() => setOpen(false)} />}
    </>
  );
}
