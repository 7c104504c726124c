import { Button, Dialog, Portal } from '@chakra-ui/react';
import { X } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { useReturnFocus } from './useReturnFocus.ts';

type Props = {
  title: string;
  /** A summary under the title. */
  head?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** Details of one entry, above its list. It has no input, so a click outside closes it. */
export function DetailsDialog({ title, head, onClose, children }: Props) {
  useReturnFocus();
  return (
    <Dialog.Root
      open
      size="lg"
      onOpenChange={({ open }) => !open && onClose()}
      // In development, React runs effects twice. Between them, the focus is on the row behind.
      onFocusOutside={(event) => event.preventDefault()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
              {head}
            </Dialog.Header>
            <Dialog.Body display="flex" flexDirection="column" gap={6} pb={6}>
              {children}
            </Dialog.Body>
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
