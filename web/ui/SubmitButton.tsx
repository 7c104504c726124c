import { Button, Spinner, type ButtonProps } from '@chakra-ui/react';
import { useFormikContext } from 'formik';

/** Sends the form around it, once: while it is on its way the button keeps its width and its focus. */
export function SubmitButton({ children, ...rest }: ButtonProps) {
  const { isSubmitting } = useFormikContext();
  return (
    <Button
      {...rest}
      type="submit"
      aria-disabled={isSubmitting || undefined}
      onClick={(event) => isSubmitting && event.preventDefault()}
    >
      {isSubmitting && <Spinner size="sm" borderColor="currentColor" borderTopColor="transparent" />}
      {children}
    </Button>
  );
}
