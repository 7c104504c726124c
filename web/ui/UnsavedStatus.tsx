import { Button, type ButtonProps } from '@chakra-ui/react';
import { Hint } from '#web/ui/text.tsx';
import { useFormikContext } from 'formik';
import type { MouseEvent } from 'react';

/** Beside the save button: says that there are unsaved changes, and discards them. */
export function UnsavedStatus({ variant = 'outline' }: Pick<ButtonProps, 'variant'>) {
  const { dirty, resetForm } = useFormikContext();
  const discard = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    resetForm();
    // This button disappears, so the focus moves on.
    currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };
  if (!dirty) return null;
  return (
    <>
      <Button variant={variant} onClick={discard}>
        Discard
      </Button>
      <Hint as="span" role="status">
        Not saved yet
      </Hint>
    </>
  );
}
