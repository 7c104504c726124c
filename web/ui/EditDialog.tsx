import type { DialogRootProps } from '@chakra-ui/react';
import { Form, type FormProps, type Values } from './Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from './FormDialog.tsx';
import { SubmitButton } from './SubmitButton.tsx';

type Props<V extends Values, R extends object, Answer> = FormProps<V, R, Answer> & {
  title: string;
  description?: string;
  size?: DialogRootProps['size'];
  /** The words of the button that saves. */
  submit: string;
  onClose: () => void;
};

/** A dialog that edits one thing. */
export function EditDialog<V extends Values, R extends object, Answer>(props: Props<V, R, Answer>) {
  const { title, description, size, submit, onClose, children, ...form } = props;
  return (
    <FormDialog {...{ title, description, size, onClose }}>
      <Form {...form}>
        <DialogFields>{children}</DialogFields>
        <DialogButtons>
          <SubmitButton>{submit}</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
