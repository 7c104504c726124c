import { Button, chakra, Dialog, Field, Input, Portal } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useReturnFocus } from './useReturnFocus.ts';

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  onConfirm: () => Promise<unknown> | void;
  title: string;
  children: ReactNode;
  /** The verb and its object: "Delete controller Head Office". */
  confirmLabel: string;
  /** Label of the cancel button, if "Cancel" could be mistaken for the action. */
  stayLabel?: string;
  /** Nothing is destroyed, so the button has the color of other buttons. */
  isSafe?: boolean;
  /** Only where data is lost for good: the name that must be typed first. */
  typeToConfirm?: string;
};

/** Asks before something is destroyed or changes a lot. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, confirmLabel, stayLabel = 'Cancel', typeToConfirm, isSafe } = props;
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await props.onConfirm();
    } finally {
      setBusy(false);
      setTyped('');
    }
  };
  return (
    <Dialog.Root
      role="alertdialog"
      size="sm"
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      lazyMount
      unmountOnExit
    >
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
              {typeToConfirm && (
                <Field.Root mt={4}>
                  <Field.Label>
                    <span>
                      Type <chakra.b fontWeight="semibold">{typeToConfirm}</chakra.b> to confirm
                    </span>
                  </Field.Label>
                  <Input
                    value={typed}
                    onChange={(event) => setTyped(event.target.value)}
                    autoComplete="off"
                  />
                </Field.Root>
              )}
            </Dialog.Body>
            <Dialog.Footer flexDirection={{ base: 'column-reverse', sm: 'row' }} alignItems="stretch">
              <Button variant="outline" onClick={onClose} autoFocus={!typeToConfirm}>
                {stayLabel}
              </Button>
              <Button
                colorPalette={isSafe ? undefined : 'danger'}
                disabled={busy || (typeToConfirm !== undefined && typed !== typeToConfirm)}
                // The second click of a double click was meant for what was here before the dialog.
                onClick={({ detail }) => detail < 2 && void confirm()}
              >
                {confirmLabel}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
