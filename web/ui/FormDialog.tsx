import { Button, chakra, Dialog, Portal, type DialogRootProps } from '@chakra-ui/react';
import { FormikContext } from 'formik';
import { X } from '#web/ui/icons.tsx';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLeavePrompt } from '#web/lib/unsaved-changes.ts';
import { useReturnFocus } from './useReturnFocus.ts';

type Props = {
  title: string;
  description?: string;
  size?: DialogRootProps['size'];
  onClose: () => void;
  /** What closing loses although nothing was typed, such as something that is shown this once. */
  losing?: boolean;
  /** The confirmation before input is discarded, and its two buttons. */
  question?: Question;
  children: ReactNode;
};

type Question = { text: string; stay: string; leave: string };

const typed: Question = {
  text: 'Discard what you typed?',
  stay: 'Keep editing',
  leave: 'Discard changes',
};

type Leaving = {
  tellTyped: (is: boolean) => void;
  leave: () => void;
  asking?: { question: Question; stay: () => void; go: () => void };
};

const LeavingDialog = createContext<Leaving>({ tellTyped: () => undefined, leave: () => undefined });

/** A dialog around a form. What was typed is not lost by a slip: a click beside it closes nothing, and leaving asks. */
export function FormDialog(props: Props) {
  const { title, description, size = 'sm', onClose, losing = false, question = typed, children } = props;
  useReturnFocus();
  const [isTyped, setIsTyped] = useState(false);
  const loses = losing || isTyped;
  const { asking, ask, stay, go } = useLeavePrompt(loses);
  const leave = useCallback(() => (loses ? ask(onClose) : onClose()), [loses, ask, onClose]);
  const leaving = useMemo(
    () => ({ tellTyped: setIsTyped, leave, asking: asking ? { question, stay, go } : undefined }),
    [leave, asking, question, stay, go],
  );
  return (
    <Dialog.Root
      open
      size={size}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && leave()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            css={{
              '& > form': { flex: 1, minHeight: 0, gap: 0 },
              '& > form > [role=alert]': { mx: 5, mb: 3, flexShrink: 0 },
            }}
          >
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
              {description && <Dialog.Description overflowWrap="anywhere">{description}</Dialog.Description>}
            </Dialog.Header>
            <LeavingDialog value={leaving}>{children}</LeavingDialog>
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
export function DialogFields({ children }: { children: ReactNode }) {
  const { tellTyped } = use(LeavingDialog);
  const form = use(FormikContext);
  const isTyped = Boolean(form?.dirty && !form.isSubmitting);
  useEffect(() => {
    tellTyped(isTyped);
    return () => tellTyped(false);
  }, [tellTyped, isTyped]);
  return (
    <Dialog.Body data-fields display="flex" flexDirection="column" gap={4}>
      {children}
    </Dialog.Body>
  );
}

/** Cancel, and what the dialog is for; in their place the question, when something is about to be lost. */
export function DialogButtons({ children }: { children: ReactNode }) {
  const { leave, asking } = use(LeavingDialog);
  if (asking) return <DiscardOrStay {...asking} />;
  return (
    <Dialog.Footer>
      <Button variant="outline" onClick={leave}>
        Cancel
      </Button>
      {children}
    </Dialog.Footer>
  );
}

/** One button that closes a dialog whose work is done. */
export function DialogDone({ autoFocus }: { autoFocus?: boolean }) {
  const { leave, asking } = use(LeavingDialog);
  if (asking) return <DiscardOrStay {...asking} />;
  return (
    <Dialog.Footer>
      <Button autoFocus={autoFocus} onClick={leave}>
        Done
      </Button>
    </Dialog.Footer>
  );
}

const DiscardOrStay = ({ question, stay, go }: NonNullable<Leaving['asking']>) => (
  <Dialog.Footer flexDirection={{ base: 'column', sm: 'row' }} alignItems="stretch">
    <chakra.p role="alert" me="auto" alignSelf={{ base: 'start', sm: 'center' }}>
      {question.text}
    </chakra.p>
    <Button variant="outline" autoFocus onClick={stay}>
      {question.stay}
    </Button>
    <Button colorPalette="danger" onClick={go}>
      {question.leave}
    </Button>
  </Dialog.Footer>
);
