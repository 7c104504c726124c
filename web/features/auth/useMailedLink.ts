import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LinkPurpose } from '#web/gql/graphql.ts';
import type { LinkFailure, LinkState } from './link-state.ts';
import { MailedLink } from './joining.gql.ts';

type Link = {
  token?: string;
  /** Nothing without a token, or while it is looked up. */
  state?: LinkState;
  /** The address that it was mailed to, as far as the server tells. */
  email: string;
  /** The look-up failed; trying again may help. */
  error?: unknown;
  retry: () => void;
  /** Notes what the server said of the link when it was used. */
  fail: (state: LinkFailure) => void;
};

/** The mailed link that led to this page: what it is worth, before it is used. */
export function useMailedLink(purpose: LinkPurpose): Link {
  const token = useLinkToken();
  const [failure, setFailure] = useState<LinkFailure>();
  const { data, error, refetch } = useQuery(MailedLink, {
    variables: { purpose, token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  });
  return {
    token,
    state: failure ?? data?.mailedLink.state,
    email: data?.mailedLink.email ?? '',
    error,
    retry: () => void refetch().catch(() => undefined),
    fail: setFailure,
  };
}

/** Moves the token out of the address bar. The history keeps it: a phone loads the page anew after a look elsewhere. */
export function useLinkToken(): string | undefined {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown };
  const navigate = useNavigate();
  const arrived = new URLSearchParams(search).get('token') ?? undefined;
  useEffect(() => {
    if (arrived === undefined) return;
    const rest = new URLSearchParams(search);
    rest.delete('token');
    void navigate({ pathname, search: rest.toString() }, { replace: true, state: { linkToken: arrived } });
  }, [arrived, navigate, pathname, search]);
  return (arrived ?? keptToken(state)) || undefined;
}

function keptToken(state: unknown): string | undefined {
  const kept = state && typeof state === 'object' && 'linkToken' in state ? state.linkToken : undefined;
  return typeof kept === 'string' ? kept : undefined;
}
