import { Button, Spinner, type ButtonProps } from '@chakra-ui/react';
import { useFormikContext } from 'formik';

/**
 * Sends the form around it, once: while it is on its way the button keeps its width and its focus. `idle`: there is nothing
 * to send yet; the keyboard still finds it.
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
