import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import type { SessionUserFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { useLoadPage } from '#web/lib/page-load.ts';
import { forgetDevice } from '#web/lib/this-device.ts';
import { leaveWithoutAsking } from '#web/lib/unsaved-changes.ts';
import { forgetTokenQuietly, readToken, useToken } from '#web/lib/token.ts';
import { Me, SignOut } from './auth.gql.ts';

export const SessionUserFields = graphql(`
  fragment SessionUserFields on User {
    id
    email
    firstName
    lastName
    companyName
    role
    twoFactorEnabled
    mustSetUpTwoFactor
    sessionTimeout
    teamRole
    team {
      id
      name
      timeZone
    }
  }
`);

export type SessionUser = SessionUserFieldsFragment;

type Session = {
  user?: SessionUser;
  loading: boolean;
  /** Why the session couldn't be loaded, which doesn't mean signed out. */
  error?: unknown;
  askAgain: () => Promise<unknown>;
};

/** The signed-in person. Without a token nothing is requested. */
export function useSession(): Session {
  const token = useToken();
  const { data, loading, error, refetch } = useQuery(Me, { skip: !token });
  if (!token) return { loading: false, askAgain: refetch };
  return {
    user: data && readFragment(SessionUserFields, data.me),
    loading: loading && !data,
    error: data ? undefined : error,
    askAgain: refetch,
  };
}

export const isAdmin = (user: SessionUser | undefined): boolean =>
  user?.role === 'admin' || user?.role === 'super_admin';

/** Whether they may make changes. Viewers may not. The server enforces it. */
export const mayChange = (user: SessionUser | undefined): boolean =>
  user?.teamRole === 'owner' || user?.teamRole === 'member';

const atMost = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);

/** How long signing out waits for the server, and then for this browser, in milliseconds. */
const SIGN_OUT_TIMEOUT_MS = 300;

/** Clears the session in this browser and reloads at `/`. The server ends it in the background. */
export function useSignOut(): () => Promise<void> {
  const client = useApolloClient();
  const leave = useLoadPage();
  const [signOut] = useMutation(SignOut, {
    context: { headers: { authorization: `Bearer ${readToken()}` }, fetchOptions: { keepalive: true } },
  });
  return async () => {
    const heard = signOut().catch(() => undefined);
    await atMost(SIGN_OUT_TIMEOUT_MS, heard);
    forgetTokenQuietly();
    await atMost(SIGN_OUT_TIMEOUT_MS, forgetDevice());
    leaveWithoutAsking(() => leave('/'));
    await client.clearStore();
  };
}
