import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { AuditIntegrity } from './audit.gql.ts';

/** Whether the log is as it was written, and the newest entry's fingerprint to compare with the program's log. */
export function IntegrityLine() {
  const { data, error, refetch } = useQuery(AuditIntegrity, { fetchPolicy: 'cache-and-network' });
  if (!data && error) {
    return <LoadFailed title="The chain could not be checked" error={error} onRetry={refetch} />;
  }
  if (!data) return <chakra.p color="fg.muted">Checking the chain…</chakra.p>;
  const { intact, entries, brokenAt, fingerprint } = data.auditIntegrity;
  const counted = entries === 1 ? '1 entry' : `${entries.toLocaleString()} entries`;
  if (!intact) {
    return (
      <Notice state="critical" title={`${counted}, chain broken at entry ${brokenAt}`}>
        This entry, or the one before it, was changed or removed behind the platform’s back.
      </Notice>
    );
  }
  return (
    <chakra.div role="status" textStyle="sm">
      <StatusDot state="ok" word={`${counted}, chain intact`} />
      {fingerprint && (
        <chakra.p color="fg.muted" mt={0.5}>
          Newest fingerprint{' '}
          <chakra.code fontFamily="mono" textStyle="xs" overflowWrap="anywhere">
            {fingerprint}
          </chakra.code>
        </chakra.p>
      )}
    </chakra.div>
  );
}
