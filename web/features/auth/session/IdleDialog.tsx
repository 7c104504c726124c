import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import { useRef } from 'react';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { useSignOut } from '../useSession.ts';

type Props = { secondsLeft: number; onStay: () => void };

/** Asks whether the person is still there, with a countdown. */
export function IdleDialog({ secondsLeft, onStay }: Props) {
  const signOut = useSignOut();
  const stay = useRef<HTMLButtonElement>(null);
  useReturnFocus();
  return (
    <Dialog.Root
      role="alertdialog"
      size="sm"
      open
      initialFocusEl={() => stay.current}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onStay()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Are you still there?</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <chakra.p role="timer" fontVariantNumeric="tabular-nums">
                You’ll be signed out in {secondsLeft} s
              </chakra.p>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" onClick={() => void signOut()}>
                Log out
              </Button>
              <Button ref={stay} onClick={onStay} autoFocus>
                Stay signed in
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
