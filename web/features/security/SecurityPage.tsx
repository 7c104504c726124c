import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { AuditLog } from '#web/features/audit/AuditLog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { LockedAccounts } from './LockedAccounts.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { SecuritySettings } from './security.gql.ts';

/** What the operator demands of everybody, who is locked out, and what was changed by whom. */
export function SecurityPage() {
  const { data, error, refetch } = useQuery(SecuritySettings, { fetchPolicy: 'cache-and-network' });
  return (
    <>
      <PageHeader title="Security" description="What is demanded of everybody, and who changed what." />
      <chakra.div display="flex" flexDirection="column" gap={6}>
        <SettingsCard
          title="Security policy"
          description="Holds for everybody from the next request on. Saving shows first what it would do."
        >
          {!data && error && (
            <LoadFailed title="The policy could not be loaded" error={error} onRetry={refetch} />
          )}
          {!data && !error && <SkeletonRows rows={6} />}
          {data && <PolicyForm policy={data.securitySettings} />}
        </SettingsCard>
        <SettingsCard title="Locked accounts" description="After too many wrong passwords or codes.">
          <LockedAccounts />
        </SettingsCard>
        <AuditLog />
      </chakra.div>
    </>
  );
}
