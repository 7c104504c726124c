import { useQuery } from '@apollo/client/react';
import { Link, VisuallyHidden } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useEffect, useRef } from 'react';
import { CheckboxField } from '#web/ui/CheckboxField.tsx';
import type { FormStatus, Values } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { PasswordPolicy } from '../registration.gql.ts';
import { refusalToast } from './register-form.ts';

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

/** Opens in a new tab, so that typed values aren't lost. */
export const NewTab = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={to} target="_blank" rel="noopener">
    {children}
    <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
  </Link>
);

/** Also shows a toast when the client or the server rejects the form. */
export function RefusalToasts({ failure }: { failure: string }) {
  const { submitCount, isSubmitting, errors, status, values } = useFormikContext<Values>();
  // The password field handles it.
  const { data } = useQuery(PasswordPolicy, { fetchPolicy: 'cache-only' });
  const minLength = data?.passwordPolicy.minLength ?? 8;
  const told = useRef(0);
  useEffect(() => {
    if (isSubmitting || submitCount === told.current) return;
    told.current = submitCount;
    const { said = {}, about = {} }: Partial<NonNullable<FormStatus>> = status ?? {};
    const [sentence] = Object.values(said);
    const refusal = refusalToast(errors, values, minLength) ?? refusalToast(said, about, minLength);
    if (refusal) toast(refusal);
    else if (sentence) toast({ title: failure, description: sentence, type: 'error' });
  }, [submitCount, isSubmitting, errors, status, failure, values, minLength]);
  return null;
}
