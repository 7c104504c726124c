import { Button, Dialog, Portal, type DialogRootProps } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useReturnFocus } from './useReturnFocus.ts';

type Props = {
  title: string;
  description?: string;
  size?: DialogRootProps['size'];
  onClose: () => void;
  children: ReactNode;
};

/** A dialog around a form. A click beside it closes nothing: what was typed is not lost by a slip. */
export function FormDialog({ title, description, size = 'sm', onClose, children }: Props) {
  useReturnFocus();
  return (
    <Dialog.Root
      open
      size={size}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content css={{ '& > form': { flex: 1, minHeight: 0, gap: 0 } }}>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
              {description && <Dialog.Description overflowWrap="anywhere">{description}</Dialog.Description>}
            </Dialog.Header>
            {children}
            <Dialog.CloseTrigger asChild>
              <Button variant="ghost" size="sm" px={0} aria-label="Close">
                <X size={18} strokeWidth={1.75} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** The fields of a dialog's form, one under the other. */
export const DialogFields = ({ children }: { children: ReactNode }) => (
  <Dialog.Body display="flex" flexDirection="column" gap={4}>
    {children}
  </Dialog.Body>
);

/** Cancel, and what the dialog is for. */
export const DialogButtons = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Dialog.Footer>
    <Button variant="outline" onClick={onClose}>
      Cancel
    </Button>
    {children}
  </Dialog.Footer>
);
