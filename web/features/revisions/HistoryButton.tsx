import { Button } from '@chakra-ui/react';
import { History as HistoryIcon } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import type { HistoryProps } from './History.tsx';

const HistoryDialog = lazyDialog(() => import('./History.tsx').then((m) => m.HistoryDialog));

/** Opens the history of a part. `of` names it in a sentence: "the homepage". */
export function HistoryButton({ of, ...history }: HistoryProps & { of: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <HistoryIcon size={16} strokeWidth={1.75} aria-hidden />
        History
      </Button>
      {isOpen && <HistoryDialog of={of} {...history} onClose={() => setOpen(false)} />}
    </>
  );
}
