import { Button, chakra, Dialog, type DialogRootProps } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { Form, type FormProps, type Values } from './Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from './FormDialog.tsx';
import { SubmitButton } from './SubmitButton.tsx';

type Props<V extends Values> = FormProps<V> & {
  title: string;
  description?: string;
  size?: DialogRootProps['size'];
  /** The words of the button that saves. */
  submit: string;
  onClose: () => void;
};

/** A dialog that edits one thing. What was typed is not lost by a slip: leaving asks. */
export function EditDialog<V extends Values>(props: Props<V>) {
  const { title, description, size, submit, onClose, children, ...form } = props;
  const [leaving, setLeaving] = useState(false);
  const dirty = useRef(false);
  const leave = () => (dirty.current ? setLeaving(true) : onClose());
  return (
    <FormDialog {...{ title, description, size }} onClose={leave}>
      <Form {...form}>
        <TellDirty tell={(is) => (dirty.current = is)} />
        <DialogFields>{children}</DialogFields>
        {leaving ? (
          <DiscardOrStay onStay={() => setLeaving(false)} onDiscard={onClose} />
        ) : (
          <DialogButtons onClose={leave}>
            <SubmitButton>{submit}</SubmitButton>
          </DialogButtons>
        )}
      </Form>
    </FormDialog>
  );
}

function TellDirty({ tell }: { tell: (dirty: boolean) => void }) {
  const { dirty } = useFormikContext();
  useEffect(() => {
    tell(dirty);
  });
  return null;
}

/** In place of the buttons, when the person is about to lose what they typed. */
const DiscardOrStay = ({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) => (
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
