import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import { useRef } from 'react';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { useIdleWatch } from './useIdleWatch.ts';
import { useSignOut } from './useSession.ts';

/** Asks a minute before the policy ends the session for want of a sign of the person. */
export function IdleWatch({ minutes }: { minutes: number }) {
  const { secondsLeft, stay } = useIdleWatch(minutes);
  return secondsLeft === undefined ? null : <StillThere secondsLeft={secondsLeft} onStay={stay} />;
}

function StillThere({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
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
                You will be signed out in {secondsLeft} s
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
