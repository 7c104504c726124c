import { chakra } from '@chakra-ui/react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { PushAddress } from './PushAddress.tsx';
import { PushedMessages } from './PushedMessages.tsx';
import { usePushes } from './usePushes.ts';

/** How the consoles of a controller say by themselves that something happened, and what they said last. */
export function PushCard({ controllerId }: { controllerId: string }) {
  const { messages, lastPushAt, error, refetch } = usePushes(controllerId);
  const looksOnly = useLooksOnly();
  return (
    <SettingsCard
      title="Push"
      description="UniFi's Alarm Manager can say at once that something happened. The controller is then read within seconds, instead of at its next turn. What is wrong is still decided by what is read."
    >
      {!messages && !error && <SkeletonRows rows={1} />}
      {messages && (
        <chakra.p display="flex" flexWrap="wrap" columnGap={2} alignItems="baseline">
          <span role="status">
            {lastPushAt ? (
              <StatusDot state="ok" word="Received" />
            ) : (
              <StatusDot state="unknown" word="Waiting for the first push…" />
            )}
          </span>
          {lastPushAt && (
            <span>
              last push <RelativeTime at={lastPushAt} />
            </span>
          )}
        </chakra.p>
      )}
      {error && <LoadFailed title="What was pushed could not be loaded" error={error} onRetry={refetch} />}
      {!looksOnly && <PushAddress controllerId={controllerId} isSetUp={lastPushAt !== undefined} />}
      {messages && lastPushAt && <PushedMessages messages={messages} />}
    </SettingsCard>
  );
}
