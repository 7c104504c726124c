import { useMutation } from '@apollo/client/react';
import { useNavigate } from 'react-router';
import type { SignInInput } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { storeToken } from '#web/lib/token.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { dismissToast } from '#web/ui/toaster.tsx';
import { Me } from '../auth.gql.ts';
import { isAdmin, type SessionUser } from '../useSession.ts';

const SignIn = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      user {
        ...SessionUserFields
      }
      token
      requiresMFA
      userId
    }
  }
`);

/** Delay between signing in and redirecting, in milliseconds, as documented. */
export const REDIRECT_AFTER = 250;

/** The start page by role, as documented. */
export const homeOf = (user: SessionUser): string => (isAdmin(user) ? '/admin/dashboard' : '/dashboard');

/** Exchanges credentials for a token. Returns no user while a code is required. */
export function useSignIn(): (input: SignInInput) => Promise<SessionUser | undefined> {
  const [signIn, { client }] = useMutation(SignIn);
  return async (input) => {
    const { data } = await signIn({ variables: { input } });
    // The password was accepted, so clear the previous error.
    dismissToast();
    const { token, user, requiresMFA } = unmasked(data)?.signIn ?? {};
    if (requiresMFA) return undefined;
    if (!token || !user) throw new Error('The response contains no session');
    client.writeQuery({ query: Me, data: { me: user } });
    storeToken(token);
    return user;
  };
}

/** Opens the start page after sign-in. */
export function useGoHome(): (user: SessionUser) => void {
  const navigate = useNavigate();
  return (user) => void setTimeout(() => void navigate(homeOf(user), { replace: true }), REDIRECT_AFTER);
}
