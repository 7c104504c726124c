import { Button } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SteadyFields } from './SteadyFields.tsx';
import { signInFailure, signInSuccess } from './sign-in-toasts.ts';

export type Credentials = { email: string; password: string };

type Props = {
  initial: Credentials;
  /** Where to begin typing; nowhere unless told. */
  focus?: keyof Credentials;
  onSubmit: (given: Credentials) => Promise<unknown>;
  onForgot: (email: string) => void;
  /** Why the last attempt failed. */
  children?: ReactNode;
};

/** E-mail and password. */
export function SignInForm({ initial, focus, onSubmit, onForgot, children }: Props) {
  return (
    <Form
      initial={initial}
      rules={yupFor('SignInInput')}
      onSubmit={({ email, password }) => onSubmit({ email, password })}
      success={signInSuccess}
      failure={signInFailure}
    >
      <SteadyFields>
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus={focus === 'email'}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          autoFocus={focus === 'password'}
        />
      </SteadyFields>
      <SubmitButton width="full">Sign In</SubmitButton>
      <ForgotPassword onForgot={onForgot} />
      {children}
    </Form>
  );
}

function ForgotPassword({ onForgot }: Pick<Props, 'onForgot'>) {
  const { values } = useFormikContext<Credentials>();
  return (
    <Button variant="plain" alignSelf="center" onClick={() => onForgot(values.email)}>
      Forgot password?
    </Button>
  );
}
