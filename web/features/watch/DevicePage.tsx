import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { SearchX } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { DeviceMetrics } from '#web/features/metrics/DeviceMetrics.tsx';
import { macWords } from '#web/features/maintenance/window-words.ts';
import type { NotEvaluatedFieldsFragment } from '#web/gql/graphql.ts';
import { isMissing } from '#web/lib/server-errors.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { ExplainDevice } from './device.gql.ts';
import { deviceStates, stateReasonText } from './device-states.ts';
import { MomentField } from './MomentField.tsx';
import { NotEvaluatedNote } from '#web/features/alerts/NotEvaluatedNote.tsx';
import { WhyTold } from './WhyTold.tsx';

/** One device: why somebody was told of it at a moment, or was not, and what was measured of it. */
export function DevicePage() {
  const { id = '', device = '' } = useParams();
  return <OneDevice key={`${id} ${device}`} controllerId={id} deviceId={device} />;
}

function OneDevice({ controllerId, deviceId }: { controllerId: string; deviceId: string }) {
  const [address, setAt] = useAddress('at');
  // An address is what somebody may have typed.
  const at = Number.isNaN(Date.parse(address ?? '')) ? undefined : address;
  const { data, previousData, error, refetch } = useQuery(ExplainDevice, {
    variables: { controllerId, deviceId, at: at ?? null },
    fetchPolicy: 'cache-and-network',
  });
  const explained = data?.deviceExplanation;
  const device = (data ?? previousData)?.deviceExplanation.device;
  if (!device && error && isMissing(error)) return <NoSuchDevice controllerId={controllerId} />;
  return (
    <>
      <PageHeader
        title={device ? device.name || device.model || macWords(device.mac) : 'Device'}
        description={
          device && (
            <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
              <StatusDot {...deviceStates[device.state]} />
              {stateReasonText(device) && <span>{stateReasonText(device)} ·</span>}
              <span>
                changed <RelativeTime at={device.stateSince} />
              </span>
              {device.model && <span>· {device.model}</span>}
              <chakra.span fontFamily="mono" textStyle="sm">
                {macWords(device.mac) || 'No MAC address'}
              </chakra.span>
            </chakra.span>
          )
        }
        action={
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            {device?.mac && (
              <Button asChild variant="outline">
                <Link to={historyOf(controllerId, device.mac)}>Its alerts</Link>
              </Button>
            )}
            <Button asChild variant="outline">
              <Link to={`/controllers/${controllerId}`}>Its controller</Link>
            </Button>
          </chakra.div>
        }
      />
      {device && device.notEvaluated.length > 0 && (
        <chakra.div mb={6}>
          <NotEvaluatedNote gaps={forOne(device.notEvaluated)} />
        </chakra.div>
      )}
      <chakra.section
        aria-labelledby="why"
        display="flex"
        flexDirection="column"
        gap={4}
        p={{ base: 4, md: 5 }}
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="surface"
      >
        <chakra.h2 id="why" textStyle="lg" fontWeight="semibold">
          Why you were or weren't notified
        </chakra.h2>
        <MomentField at={at} onChange={setAt} />
        {error && !explained && (
          <LoadFailed title="This moment could not be explained" error={error} onRetry={refetch} />
        )}
        {!explained && !error && <SkeletonRows rows={4} />}
        {explained && <WhyTold explained={explained} />}
      </chakra.section>
      <chakra.div mt={6}>
        <DeviceMetrics controllerId={controllerId} deviceId={deviceId} />
      </chakra.div>
    </>
  );
}

/** The page of one device needs no count of devices. */
const forOne = (gaps: readonly NotEvaluatedFieldsFragment[]) =>
  gaps.map((gap) => ({ ...gap, deviceCount: null }));

const historyOf = (of: string, mac: string): string =>
  `/alerts?${new URLSearchParams({ tab: 'history', of, mac, period: 'all' })}`;

const NoSuchDevice = ({ controllerId }: { controllerId: string }) => (
  <>
    <PageHeader title="Device" />
    <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
      <EmptyState
        icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
        title="No such device"
        action={
          <Button asChild>
            <Link to={`/controllers/${controllerId}`}>See its controller</Link>
          </Button>
        }
      >
        It is not one of this team, or its console does not list it any more.
      </EmptyState>
    </chakra.div>
  </>
);
