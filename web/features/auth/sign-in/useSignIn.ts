import { useMutation } from '@apollo/client/react';
import { useNavigate } from 'react-router';
import type { SignInInput } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { storeToken } from '#web/lib/token.ts';
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

/** Between signing in and moving on, in milliseconds, as documented. */
export const REDIRECT_AFTER = 250;

/** Where a person starts, as documented. */
export const homeOf = (user: SessionUser): string => (isAdmin(user) ? '/admin/dashboard' : '/dashboard');

/** Credentials for a token, from which the session follows. Nobody while a code is demanded first. */
export function useSignIn(): (input: SignInInput) => Promise<SessionUser | undefined> {
  const [signIn, { client }] = useMutation(SignIn);
  return async (input) => {
    const { data } = await signIn({ variables: { input } });
    // The password is right: what was said of the try before is over.
    dismissToast();
    const { token, user, requiresMFA } = data?.signIn ?? {};
    if (requiresMFA) return undefined;
    if (!token || !user) throw new Error('The answer holds no session');
    client.writeQuery({ query: Me, data: { me: user } });
    storeToken(token);
    return user;
  };
}

/** Takes the person who has just signed in to their own start. */
export function useGoHome(): (user: SessionUser) => void {
  const navigate = useNavigate();
  return (user) => void setTimeout(() => void navigate(homeOf(user), { replace: true }), REDIRECT_AFTER);
}
