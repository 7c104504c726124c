import { Button, chakra, Dialog } from '@chakra-ui/react';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';

type Props = {
  leaving: boolean;
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
  submit: string;
};

/** Cancel and save; or, when the person is about to lose what they typed, whether they mean it. */
export function RuleDialogFooter({ leaving, onStay, onLeave, onDiscard, submit }: Props) {
  if (leaving) {
    return (
      <Dialog.Footer>
        <chakra.p role="alert" me="auto" alignSelf="center">
          Discard what you typed?
        </chakra.p>
        <Button variant="outline" autoFocus onClick={onStay}>
          Keep editing
        </Button>
        <Button colorPalette="danger" onClick={onDiscard}>
          Discard changes
        </Button>
      </Dialog.Footer>
    );
  }
  return (
    <Dialog.Footer>
      <Button variant="outline" onClick={onLeave}>
        Cancel
      </Button>
      <SubmitButton>{submit}</SubmitButton>
    </Dialog.Footer>
  );
}
