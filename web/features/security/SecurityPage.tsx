import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useRef } from 'react';
import { AuditEntries, AuditIntegrity, AuditLog } from '#web/features/audit/AuditLog.tsx';
import { ClearLockout } from '#web/features/auth/auth.gql.ts';
import type { LockoutsQuery } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatTime } from '#web/lib/format.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { SecuritySettingsFields, PolicyForm } from './PolicyForm.tsx';

const SecuritySettings = graphql(`
  query SecuritySettings {
    securitySettings {
      ...SecuritySettingsFields
    }
  }
`);

const Lockouts = graphql(`
  query Lockouts {
    lockouts {
      lockedUntil
      user {
        id
        email
        firstName
        lastName
      }
    }
  }
`);

/** The security policy, locked accounts and the audit log. */
export function SecurityPage() {
  const { data, error, refetch } = useQuery(SecuritySettings, { fetchPolicy: 'cache-and-network' });
  return (
    <>
      <PageHeader
        title="Security"
        description="Set the sign-in policy, unlock accounts and review privileged changes."
      />
      <Stack gap={6}>
        <SettingsCard
          title="Security policy"
          description="Applies to everyone from their next request. You’ll see a preview before you save."
        >
          {!data && error && (
            <LoadFailed title="We couldn’t load the policy" error={error} onRetry={refetch} />
          )}
          {!data && !error && <SkeletonRows rows={6} />}
          {data && <PolicyForm policy={readFragment(SecuritySettingsFields, data.securitySettings)} />}
        </SettingsCard>
        <SettingsCard
          title="Locked accounts"
          description="Accounts locked after too many wrong passwords or codes."
        >
          <LockedAccounts />
        </SettingsCard>
        <AuditLog />
      </Stack>
    </>
  );
}

/** Accounts locked after too many failed attempts, and the button that unlocks them. */
function LockedAccounts() {
  const { data, error, refetch } = useQuery(Lockouts, { fetchPolicy: 'cache-and-network' });
  const now = useNowAfter(data?.lockouts.map(({ lockedUntil }) => lockedUntil) ?? []);
  const place = useRef<HTMLDivElement>(null);
  if (!data && error) {
    return <LoadFailed title="We couldn’t load the locked accounts" error={error} onRetry={refetch} />;
  }
  if (!data) return <SkeletonRows rows={1} />;
  const locked = data.lockouts.filter(({ lockedUntil }) => Date.parse(lockedUntil) > now);
  return (
    <chakra.div ref={place} tabIndex={-1}>
      {locked.length === 0 ? (
        <Muted>No locked accounts. Accounts appear here while they’re locked.</Muted>
      ) : (
        <DividedList aria-label="Locked accounts" borderWidth="1px" borderRadius="surface">
          {locked.map((lockout) => (
            <Locked key={lockout.user.id} {...lockout} onCleared={() => place.current?.focus()} />
          ))}
        </DividedList>
      )}
    </chakra.div>
  );
}

type Props = LockoutsQuery['lockouts'][number] & { onCleared: () => void };

function Locked({ user, lockedUntil, onCleared }: Props) {
  const [clear, { loading }] = useMutation(ClearLockout, {
    update: (cache) =>
      cache.updateQuery({ query: Lockouts }, (known) =>
        known ? { lockouts: known.lockouts.filter((lockout) => lockout.user.id !== user.id) } : known,
      ),
    refetchQueries: [AuditEntries, AuditIntegrity],
  });
  const letIn = async () => {
    try {
      await clear({ variables: { id: user.id } });
      onCleared();
      toast({ title: 'Lockout cleared', description: `${user.email} can try again.`, type: 'success' });
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
        <Hint>
          <StatusDot state="warning" word={`Locked until ${formatTime(new Date(lockedUntil))}`} /> ·{' '}
          {user.email}
        </Hint>
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
