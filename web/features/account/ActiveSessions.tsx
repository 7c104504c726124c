import { useMutation, useQuery } from '@apollo/client/react';
import { Badge, Button, chakra } from '@chakra-ui/react';
import type { AccountSessionsQuery } from '#web/gql/graphql.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { CardPart } from '#web/ui/SettingsCard.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { AccountSessions, EndOtherSessions, EndSession } from './account.gql.ts';
import { CardList } from './CardList.tsx';

type Session = AccountSessionsQuery['sessions'][number];

const lists = { refetchQueries: [AccountSessions], awaitRefetchQueries: true };

/** Where the person is signed in, and the way to end it. */
export function ActiveSessions() {
  const { data, error, refetch } = useQuery(AccountSessions, { fetchPolicy: 'cache-and-network' });
  const sessions = data && [...data.sessions].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <CardPart
      title="Active Sessions"
      description="Where you are signed in. Sign out what you do not know, and change your password."
      action={sessions && <SignOutOthers disabled={!sessions.some(({ current }) => !current)} />}
    >
      {!sessions && !error && <SkeletonRows rows={2} />}
      {error && !sessions && (
        <LoadFailed title="Your sessions could not be loaded" error={error} onRetry={refetch} />
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
  const [end, { loading }] = useMutation(EndSession, lists);
  const signOut = async () => {
    try {
      await end({ variables: { id } });
      toast({ title: 'Session ended', description: `${device} is signed out.`, type: 'success' });
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
        <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {ipAddress && (
            <chakra.span fontFamily="mono" textStyle="xs">
              {ipAddress}
            </chakra.span>
          )}
          {ipAddress && ' · '}
          {current ? 'signed in ' : 'last seen '}
          <RelativeTime at={current ? createdAt : lastSeenAt} />
        </chakra.p>
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
  const [end, { loading }] = useMutation(EndOtherSessions, lists);
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
