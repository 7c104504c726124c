import { useMutation } from '@apollo/client/react';
import { storeToken } from '#web/lib/token.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Me, SignIn } from './auth.gql.ts';

/** E-mail and password for a token; the session follows from the token. */
export function SignInForm() {
  const [signIn, { client }] = useMutation(SignIn);
  const send = async ({ email, password }: { email: string; password: string }) => {
    const { data } = await signIn({ variables: { input: { email, password } } });
    const { token, user } = data?.signIn ?? {};
    if (!token || !user) throw new Error('The answer holds no session');
    client.writeQuery({ query: Me, data: { me: user } });
    storeToken(token);
  };
  return (
    <Form
      initial={{ email: '', password: '' }}
      rules={yupFor('SignInInput')}
      onSubmit={send}
      success={{ title: 'Success', description: 'Login successful', type: 'success' }}
      failure={{ title: 'Login Failed', fallback: 'Login failed', say: signInSentence }}
      alert
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
      <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      <SubmitButton width="full">Sign In</SubmitButton>
    </Form>
  );
}

const documented = [
  [
    'Invalid email or password',
    'The email or password you entered is incorrect. Please check your credentials and try again.',
  ],
  ['verify your email', 'Please check your email and click the verification link before logging in.'],
  ['deactivated', 'Your account has been deactivated. Please contact support for assistance.'],
] as const;

/** What the person reads for what the server said. */
const signInSentence = (said: string): string =>
  documented.find(([part]) => said.includes(part))?.[1] ?? said;
