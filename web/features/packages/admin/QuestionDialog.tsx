import { Button, Dialog, Portal } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';

type Props = {
  title: string;
  children: ReactNode;
  /** Left out where there is nothing to confirm. */
  confirm?: { label: string; act: () => Promise<unknown> | void };
  onClose: () => void;
};

/** A confirmation for actions that can be undone, so its button isn't red. */
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
