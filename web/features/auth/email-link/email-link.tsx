import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LinkPurpose, EmailLinkQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { detailOf, failureWords, sentenceOf } from '#web/lib/server-errors.ts';
import { Delayed, LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { JoiningPage } from '../JoiningPage.tsx';

const EmailLink = graphql(`
  query EmailLink($purpose: LinkPurpose!, $token: String!) {
    emailLink(purpose: $purpose, token: $token) {
      state
      email
    }
  }
`);

type Link = {
  token?: string;
  /** `undefined` without a token, or while loading. */
  state?: LinkState;
  /** The address it was sent to, if the server discloses it. */
  email: string;
  /** Set if the lookup failed. */
  error?: unknown;
  retry: () => void;
  /** Records the link's status after a failed use. */
  fail: (state: LinkFailure) => void;
};

/** The status of the emailed link that led to this page, before it is used. */
export function useEmailLink(purpose: LinkPurpose): Link {
  const token = useLinkToken();
  const [failure, setFailure] = useState<LinkFailure>();
  const { data, error, refetch } = useQuery(EmailLink, {
    variables: { purpose, token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  });
  return {
    token,
    state: failure ?? data?.emailLink.state,
    email: data?.emailLink.email ?? '',
    error,
    retry: () => void refetch().catch(() => undefined),
    fail: setFailure,
  };
}

/** Moves the token out of the address bar. The history state keeps it, because phones reload pages after switching apps. */
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

type LinkState = EmailLinkQuery['emailLink']['state'];

export type LinkFailure = Exclude<LinkState, 'valid'>;

const failures: readonly string[] = ['used', 'expired', 'wrong'] satisfies LinkFailure[];

/** The link's status in a server error. `undefined` if the request failed for another reason. */
export function linkStateOf(error: unknown): LinkFailure | undefined {
  const state = detailOf(error, 'link');
  return typeof state === 'string' && failures.includes(state) ? (state as LinkFailure) : undefined;
}

export function LinkLookup(props: { title: string; error?: unknown; onRetry: () => void }) {
  const { title, error, onRetry } = props;
  return (
    <JoiningPage title={title}>
      {error ? (
        <Notice
          state="error"
          title="We couldn’t check this link"
          action={
            <Button variant="outline" size="sm" onClick={onRetry}>
              Retry
            </Button>
          }
        >
          {sentenceOf(error, 'The server didn’t respond. Your link is still valid, so try again.')}
        </Notice>
      ) : (
        <Delayed>
          <LoadingSpinner />
        </Delayed>
      )}
    </JoiningPage>
  );
}

type Props = {
  label: string;
  /** Title of the error notice. */
  failure: string;
  /** Set for an undo, which isn't the page's primary action. */
  isWayBack?: boolean;
  act: () => Promise<void>;
  /** Alternative actions. */
  children?: ReactNode;
};

/** The page's single action, with errors above it. It can be retried. */
export function LinkAction({ label, failure, isWayBack, act, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ title: string; description: string }>();
  const send = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const check = 'Open the link again to see whether it worked.';
      setProblem(failureWords(error, { title: failure, check }));
      setBusy(false);
    }
  };
  return (
    <Stack gap={3}>
      {problem && (
        <Notice state="critical" title={problem.title}>
          {problem.description}
        </Notice>
      )}
      <Button
        width="full"
        variant={isWayBack ? 'outline' : 'solid'}
        aria-disabled={busy || undefined}
        onClick={() => !busy && void send()}
      >
        {label}
      </Button>
      {children}
    </Stack>
  );
}
