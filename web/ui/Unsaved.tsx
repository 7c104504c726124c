import { Button, type ButtonProps } from '@chakra-ui/react';
import { Hint } from '#web/ui/text.tsx';
import { useFormikContext } from 'formik';
import type { MouseEvent } from 'react';

/** Beside the button that saves: that something is not saved yet, and the way back. Nothing while all is. */
export function Unsaved({ variant = 'outline' }: Pick<ButtonProps, 'variant'>) {
  const { dirty, resetForm } = useFormikContext();
  const discard = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    resetForm();
    // This button goes with what there was to discard.
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
