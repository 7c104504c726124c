import { Button, Dialog, Portal } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';

type Props = {
  title: string;
  children: ReactNode;
  /** What is done; nothing where there is only something to know. */
  confirm?: { label: string; act: () => Promise<unknown> | void };
  onClose: () => void;
};

/** Something to know, and perhaps to decide, before it is done. Nothing in it is lost for good, so it is not red. */
export function QuestionDialog({ title, children, confirm, onClose }: Props) {
  useReturnFocus();
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await confirm?.act();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog.Root role="alertdialog" size="sm" open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Dialog.Description asChild>
                <div>{children}</div>
              </Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer flexDirection={{ base: 'column-reverse', sm: 'row' }} alignItems="stretch">
              <Button variant="outline" autoFocus onClick={onClose}>
                {confirm ? 'Cancel' : 'Close'}
              </Button>
              {confirm && (
                <Button disabled={busy} onClick={() => void act()}>
                  {confirm.label}
                </Button>
              )}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
