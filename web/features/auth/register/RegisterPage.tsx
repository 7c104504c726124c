import { useMutation } from '@apollo/client/react';
import { Link } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { RegisterInput } from '#web/gql/graphql.ts';
import { useLoadPage } from '#web/lib/page-load.ts';
import { setFlashMessage } from '#web/lib/flash-message.ts';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Muted } from '#web/ui/text.tsx';
import { Register } from '../registration.gql.ts';
import { JoiningPage } from '../JoiningPage.tsx';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { emptyPage, pageRules, verifyFirst, registrationCheck } from './register-form.ts';
import { SteadyFields } from '../SteadyFields.tsx';
import { RefusalToasts, TermsField } from './RegistrationFields.tsx';

/** The documented sign-in path, which the server redirects to the form. */
const SIGN_IN = '/api/login';
/** Leaving removes the toast, so wait long enough for people to read it, in milliseconds. */
const READ_FOR = 2_500;

export function RegisterPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) return <Registered email={sentTo} />;
  return (
    <JoiningPage title="Create Your Account" lead="14-day trial, no card required.">
      <RegisterFields onRegistered={setSentTo} />
      <Muted mt={6} textAlign="center">
        Already have an account? <Link href={SIGN_IN}>Sign in</Link>
      </Muted>
    </JoiningPage>
  );
}

function RegisterFields({ onRegistered }: { onRegistered: (email: string) => void }) {
  const [register] = useMutation(Register);
  const send = async (input: RegisterInput) => {
    await register({ variables: { input } });
    setFlashMessage('sign-in', verifyFirst(input.email));
    onRegistered(input.email);
  };
  return (
    <Form
      initial={emptyPage}
      rules={pageRules}
      onSubmit={send}
      success={{
        title: 'Registration successful',
        description: 'Please check your email to verify your account and set up 2FA.',
        type: 'success',
      }}
      failure={{
        title: 'Registration Failed',
        fallback: 'Failed to create account',
        check: registrationCheck,
      }}
    >
      <RefusalToasts failure="Registration Failed" />
      <SteadyFields>
        <TextField name="firstName" label="First name" autoComplete="given-name" />
        <TextField name="lastName" label="Last name" autoComplete="family-name" />
        <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <TextField name="companyName" label="Company name" autoComplete="organization" />
        <NewPasswordFields label="Password" />
        <TermsField />
      </SteadyFields>
      <SubmitButton width="full">Create Account</SubmitButton>
    </Form>
  );
}

function Registered({ email }: { email: string }) {
  const leave = useLoadPage();
  useEffect(() => {
    const timer = setTimeout(() => leave(SIGN_IN), READ_FOR);
    return () => clearTimeout(timer);
  }, [leave]);
  return (
    <JoiningPage
      title="Check your email"
      state="ok"
      lead={`We sent an email to ${email}. Follow its link to verify your address. Then sign in and set up 2FA.`}
    >
      <Link href={SIGN_IN}>Go to sign-in</Link>
    </JoiningPage>
  );
}
