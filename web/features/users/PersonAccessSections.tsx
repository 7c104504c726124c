import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ClearLockout } from '#web/features/auth/auth.gql.ts';
import type { PersonAccessQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatTime } from '#web/lib/format.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { nameOf, type Person } from './person.ts';

const EndUserSessions = graphql(`
  mutation EndUserSessions($id: ID!) {
    endUserSessions(id: $id)
  }
`);

const ResetTwoFactor = graphql(`
  mutation ResetTwoFactor($id: ID!) {
    resetTwoFactor(id: $id)
  }
`);

type Access = PersonAccessQuery['userAccess'];

type Props = {
  person: Person;
  access: Access;
  mayChange: boolean;
  isSelf: boolean;
  onChanged: () => void;
};

/** A user's sessions, failed sign-ins and second factor. */
export function PersonAccessSections({ person, access, mayChange, isSelf, onChanged }: Props) {
  const { busy, endSessions, clearLockout, resetTwoFactor } = useAccessChanges(person.id, onChanged);
  const [asking, setAsking] = useState<'sessions' | 'factor'>();
  const { sessions, twoFactorEnabled, recoveryCodesLeft } = access;
  const close = () => setAsking(undefined);
  const now = useNowAfter([access.lockedUntil]);
  const lockedUntil = Date.parse(access.lockedUntil ?? '') > now ? access.lockedUntil : null;
  const heldBack = access.failedAttempts > 0 || lockedUntil;
  const attempts = useRef<HTMLDivElement>(null);
  const clear = async () => {
    // The button disappears, so the focus has to move.
    if (await clearLockout()) attempts.current?.focus();
  };
  return (
    <>
      <Section
        title="Sessions"
        action={
          mayChange &&
          sessions.length > 0 && (
            <Button size="sm" variant="outline" onClick={() => setAsking('sessions')}>
              End all
            </Button>
          )
        }
      >
        <Sessions sessions={sessions} />
      </Section>
      <Section
        title="Failed sign-ins"
        action={
          mayChange &&
          heldBack && (
            <Button
              size="sm"
              variant="outline"
              aria-disabled={busy || undefined}
              onClick={() => !busy && void clear()}
            >
              Clear
            </Button>
          )
        }
      >
        <chakra.div ref={attempts} tabIndex={-1}>
          <Lockout failedAttempts={access.failedAttempts} lockedUntil={lockedUntil} />
        </chakra.div>
      </Section>
      <Section
        title="Second factor"
        action={
          mayChange &&
          !isSelf &&
          twoFactorEnabled && (
            <Button size="sm" variant="outline" onClick={() => setAsking('factor')}>
              Reset
            </Button>
          )
        }
      >
        <Muted>{twoFactorEnabled ? `On, with ${codeWords(recoveryCodesLeft)} left.` : 'Not set up.'}</Muted>
      </Section>
      {asking === 'sessions' && (
        <ConfirmDialog
          open
          onClose={close}
          onConfirm={() => endSessions().then(close)}
          title={`End all sessions of ${nameOf(person)}`}
          confirmLabel="End all sessions"
        >
          This signs them out immediately, on every device{isSelf && ', this one included'}. They can sign in
          again.
        </ConfirmDialog>
      )}
      {asking === 'factor' && (
        <ConfirmDialog
          open
          onClose={close}
          onConfirm={() => resetTwoFactor().then(close)}
          title={`Reset the second factor of ${nameOf(person)}`}
          confirmLabel="Reset second factor"
        >
          They can sign in with only their password until they set it up again. All their sessions end, and we
          email them about it. First make sure that this request really comes from {person.email}.
        </ConfirmDialog>
      )}
    </>
  );
}

function Sessions({ sessions }: Pick<Access, 'sessions'>) {
  if (sessions.length === 0) return <Muted>No active sessions.</Muted>;
  return (
    <DividedList borderWidth="1px" borderRadius="control">
      {sessions.map(({ id, device, ipAddress, lastSeenAt, current }) => (
        <chakra.li key={id} display="flex" flexWrap="wrap" columnGap={3} px={3} py={2}>
          <chakra.span overflowWrap="anywhere">
            {device}
            {current && <Muted as="span"> (this session)</Muted>}
          </chakra.span>
          <Muted as="span" ms={{ md: 'auto' }}>
            {ipAddress && <chakra.span fontFamily="mono">{ipAddress}</chakra.span>}
            {ipAddress && ' · '}
            seen <RelativeTime at={lastSeenAt} />
          </Muted>
        </chakra.li>
      ))}
    </DividedList>
  );
}

function Lockout({ failedAttempts, lockedUntil }: Pick<Access, 'failedAttempts' | 'lockedUntil'>) {
  if (lockedUntil) {
    return (
      <chakra.p display="flex" flexWrap="wrap" columnGap={2}>
        <StatusDot state="warning" word={`Locked until ${formatTime(new Date(lockedUntil))}`} />
        <span>after {attemptWords(failedAttempts)}.</span>
      </chakra.p>
    );
  }
  return <Muted>{failedAttempts > 0 ? `${attemptWords(failedAttempts)}.` : 'None.'}</Muted>;
}

const attemptWords = (count: number) => (count === 1 ? '1 failed attempt' : `${count} failed attempts`);

const codeWords = (count: number) => (count === 1 ? '1 recovery code' : `${count} recovery codes`);

/** The administrator's actions on a user's access. Each shows a toast and resolves to whether it succeeded. */
function useAccessChanges(id: string, onChanged: () => void) {
  const variables = { id };
  const [end] = useMutation(EndUserSessions, { variables });
  const [clear] = useMutation(ClearLockout, { variables });
  const [reset] = useMutation(ResetTwoFactor, { variables });
  const [busy, setBusy] = useState(false);

  const change = async (work: () => Promise<unknown>, done: string, fallback: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      toast({ title: 'Success', description: done, type: 'success' });
      onChanged();
      return true;
    } catch (error) {
      toastFailure(error, { title: 'Update failed', fallback });
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    endSessions: () => change(end, 'All sessions ended', 'Failed to end the sessions'),
    clearLockout: () => change(clear, 'Failed sign-ins cleared', 'Failed to clear the failed sign-ins'),
    resetTwoFactor: () => change(reset, 'Second factor reset', 'Failed to reset the second factor'),
  };
}

/** A section of the user's details, with its action on the right. */
export function Section(props: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} mb={1.5} minH={8}>
        <chakra.h3 id={id} fontWeight="semibold">
          {props.title}
        </chakra.h3>
        <chakra.span ms="auto">{props.action}</chakra.span>
      </chakra.div>
      {props.children}
    </chakra.section>
  );
}
