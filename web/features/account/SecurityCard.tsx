import { useMutation, useQuery } from '@apollo/client/react';
import { Badge, Button, chakra, Link, Switch } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import type { SessionUser } from '#web/features/auth/useSession.ts';
import type { AccountSessionsQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { CardPart, SettingsCard } from '#web/ui/SettingsCard.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint } from '#web/ui/text.tsx';
import { AccountSessions } from './account.gql.ts';
import { CardList } from '#web/ui/CardList.tsx';

const AccountTwoFactor = graphql(`
  query AccountTwoFactor {
    twoFactor {
      enabled
      required
      recoveryCodesLeft
    }
  }
`);

const EndSession = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id)
  }
`);

const EndOtherSessions = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

const ChangePasswordDialog = lazyDialog(() =>
  import('./ChangePasswordDialog.tsx').then((m) => m.ChangePasswordDialog),
);

/** Below this many, suggest generating new codes. */
const FEW_CODES = 4;

export function SecurityCard({ user }: { user: SessionUser }) {
  return (
    <SettingsCard
      title="Security & Authentication"
      description="Two-factor authentication, your password and active sessions."
    >
      <TwoFactor enabled={user.twoFactorEnabled} />
      <Password />
      <ActiveSessions />
    </SettingsCard>
  );
}

function TwoFactor({ enabled }: { enabled: boolean }) {
  const { data } = useQuery(AccountTwoFactor, { fetchPolicy: 'cache-and-network' });
  const navigate = useNavigate();
  const left = data?.twoFactor.recoveryCodesLeft;
  return (
    <CardPart
      title="Two-Factor Authentication"
      description={
        <>
          {enabled
            ? 'You enter a code from your authenticator app when you sign in.'
            : 'Protect your account with a code from an authenticator app.'}
          {enabled && left !== undefined && (
            <>
              {' '}
              {codes(left)}
              {left < FEW_CODES && (
                <>
                  {' '}
                  <Link asChild>
                    <RouterLink to="/2fa-setup">Generate new codes</RouterLink>
                  </Link>
                </>
              )}
            </>
          )}
          {data?.twoFactor.required && ' It’s required for everyone on this platform.'}
        </>
      }
      action={
        <Switch.Root checked={enabled} onCheckedChange={() => void navigate('/2fa-setup')}>
          {enabled && (
            <Badge bg="state.ok.subtle" color="state.ok">
              Enabled
            </Badge>
          )}
          <Switch.HiddenInput aria-label="Two-factor authentication" />
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
        </Switch.Root>
      }
    />
  );
}

const codes = (left: number): string =>
  left === 1 ? '1 recovery code left.' : `${left === 0 ? 'No' : left} recovery codes left.`;

function Password() {
  const [changing, setChanging] = useState(false);
  return (
    <CardPart
      title="Password"
      description="Changing it signs you out of your other sessions."
      action={
        <Button variant="outline" size="sm" onClick={() => setChanging(true)}>
          Change password
        </Button>
      }
    >
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </CardPart>
  );
}

type Session = AccountSessionsQuery['sessions'][number];

function ActiveSessions() {
  const { data, error, refetch } = useQuery(AccountSessions, { fetchPolicy: 'cache-and-network' });
  const sessions = data && [...data.sessions].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <CardPart
      title="Active Sessions"
      description="Devices where you’re signed in. If you don’t recognize one, sign it out and change your password."
      action={sessions && <SignOutOthers disabled={!sessions.some(({ current }) => !current)} />}
    >
      {!sessions && !error && <SkeletonRows rows={2} />}
      {error && !sessions && (
        <LoadFailed title="We couldn’t load your sessions" error={error} onRetry={refetch} />
      )}
      {sessions && (
        <CardList label="Active Sessions" all={sessions} keyOf={({ id }) => id}>
          {(session) => <SessionRow session={session} />}
        </CardList>
      )}
    </CardPart>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, ipAddress, createdAt, lastSeenAt, current } = session;
  const [end, { loading }] = useMutation(EndSession, {
    update: (cache) => removeEntity(cache, session),
  });
  const signOut = async () => {
    try {
      await end({ variables: { id } });
      toast({ title: 'Session ended', description: `${device} was signed out.`, type: 'success' });
    } catch (error) {
      toastFailure(error, failure);
    }
  };
  return (
    <>
      <chakra.div minW={0}>
        <chakra.p fontWeight="medium" overflowWrap="anywhere">
          {device}
        </chakra.p>
        <Hint overflowWrap="anywhere">
          {ipAddress && (
            <chakra.span fontFamily="mono" textStyle="xs">
              {ipAddress}
            </chakra.span>
          )}
          {ipAddress && ' · '}
          {current ? 'signed in ' : 'last seen '}
          <RelativeTime at={current ? createdAt : lastSeenAt} />
        </Hint>
      </chakra.div>
      {current ? (
        <Badge flexShrink={0} me={1}>
          Current Session
        </Badge>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Sign out ${device}`}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void signOut()}
        >
          Sign out
        </Button>
      )}
    </>
  );
}

function SignOutOthers({ disabled }: { disabled: boolean }) {
  const [end, { loading }] = useMutation(EndOtherSessions, {
    update: (cache) =>
      cache.updateQuery({ query: AccountSessions }, (known) =>
        known ? { sessions: known.sessions.filter(({ current }) => current) } : known,
      ),
  });
  const signOut = async () => {
    try {
      const { data } = await end();
      const count = data?.endOtherSessions ?? 0;
      const title = count === 1 ? '1 other session ended' : `${count} other sessions ended`;
      toast({ title, type: 'success' });
    } catch (error) {
      toastFailure(error, failure);
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={disabled}
      aria-disabled={loading || undefined}
      onClick={() => !loading && void signOut()}
    >
      Sign out all other sessions
    </Button>
  );
}

const failure = {
  title: 'Sign out failed',
  check: 'Reload the page to see which sessions have ended.',
};
