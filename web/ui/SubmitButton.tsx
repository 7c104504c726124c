import { Button, Spinner, type ButtonProps } from '@chakra-ui/react';
import { useFormikContext } from 'formik';

/**
 * Submits the form, once at a time. It keeps its focus while submitting. `idle` means that there is nothing to submit.
 * The button stays focusable.
 */
export function SubmitButton({ children, idle, ...rest }: ButtonProps & { idle?: boolean }) {
  const { isSubmitting } = useFormikContext();
  const isOff = isSubmitting || idle;
  return (
    <Button
      {...rest}
      type="submit"
      aria-disabled={isOff || undefined}
      onClick={(event) => isOff && event.preventDefault()}
    >
      {isSubmitting && <Spinner size="sm" borderColor="currentColor" borderTopColor="transparent" />}
      {children}
    </Button>
  );
}
