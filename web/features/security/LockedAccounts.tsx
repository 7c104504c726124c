import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useRef } from 'react';
import { AuditEntries, AuditIntegrity } from '#web/features/audit/audit.gql.ts';
import { ClearLockout } from '#web/features/auth/lockout.gql.ts';
import type { LockoutsQuery } from '#web/gql/graphql.ts';
import { clockTime } from '#web/lib/dates.ts';
import { useNowPast } from '#web/lib/useNowPast.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Lockouts } from './security.gql.ts';

/** Accounts that are locked after too many wrong attempts, and the way to let their owners try again. */
export function LockedAccounts() {
  const { data, error, refetch } = useQuery(Lockouts, { fetchPolicy: 'cache-and-network' });
  const now = useNowPast(data?.lockouts.map(({ lockedUntil }) => lockedUntil) ?? []);
  const place = useRef<HTMLDivElement>(null);
  if (!data && error) {
    return <LoadFailed title="Locked accounts could not be loaded" error={error} onRetry={refetch} />;
  }
  if (!data) return <SkeletonRows rows={1} />;
  const locked = data.lockouts.filter(({ lockedUntil }) => Date.parse(lockedUntil) > now);
  return (
    <chakra.div ref={place} tabIndex={-1}>
      {locked.length === 0 ? (
        <chakra.p color="fg.muted">
          No account is locked. Locked accounts appear here until their time is over.
        </chakra.p>
      ) : (
        <chakra.ul
          aria-label="Locked accounts"
          listStyleType="none"
          borderWidth="1px"
          borderRadius="surface"
          css={{ '& > li + li': { borderTopWidth: '1px' } }}
        >
          {locked.map((lockout) => (
            <Locked key={lockout.user.id} {...lockout} onCleared={() => place.current?.focus()} />
          ))}
        </chakra.ul>
      )}
    </chakra.div>
  );
}

type Props = LockoutsQuery['lockouts'][number] & { onCleared: () => void };

function Locked({ user, lockedUntil, onCleared }: Props) {
  const [clear, { loading }] = useMutation(ClearLockout, {
    refetchQueries: [Lockouts, AuditEntries, AuditIntegrity],
    awaitRefetchQueries: true,
  });
  const letIn = async () => {
    try {
      await clear({ variables: { id: user.id } });
      onCleared();
      toast({ title: 'Lockout cleared', description: `${user.email} may try again.`, type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Error', fallback: 'Failed to clear the lockout' });
    }
  };
  return (
    <chakra.li display="flex" alignItems="center" gap={3} ps={4} pe={2} py={2}>
      <chakra.div flex={1} minW={0} overflowWrap="anywhere">
        <chakra.p fontWeight="medium">
          {user.firstName} {user.lastName}
        </chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          <StatusDot state="warning" word={`Locked until ${clockTime(new Date(lockedUntil))}`} /> ·{' '}
          {user.email}
        </chakra.p>
      </chakra.div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Clear lockout of ${user.email}`}
        aria-disabled={loading || undefined}
        onClick={() => !loading && void letIn()}
      >
        Clear
      </Button>
    </chakra.li>
  );
}
