import { Link, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CheckboxField } from '#web/ui/CheckboxField.tsx';

/** The agreement that every registration needs. */
export const TermsField = () => (
  <CheckboxField
    name="agreeToTerms"
    label={
      <>
        I agree to the <NewTab to="/terms">terms and conditions</NewTab> and the{' '}
        <NewTab to="/privacy">privacy policy</NewTab>
      </>
    }
  />
);

/** Opens beside the form, so that nothing typed is lost. */
const NewTab = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={to} target="_blank" rel="noopener">
    {children}
    <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
  </Link>
);
