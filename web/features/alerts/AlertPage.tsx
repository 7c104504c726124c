import { Button, chakra, Link as ChakraLink } from '@chakra-ui/react';
import { SearchX } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { MeasuredAround } from '#web/features/metrics/MeasuredAround.tsx';
import { isMissing } from '#web/lib/server-errors.ts';
import { useNowPast } from '#web/lib/useNowPast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { AfterPatience, LoadingSpinner } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AlertBody } from './AlertBody.tsx';
import { AlertStanding } from './AlertStanding.tsx';
import { OthersOfDevice } from './OthersOfDevice.tsx';
import { RuleThen } from './RuleThen.tsx';
import { useAlertInDetail, type AlertInDetail } from './useAlertInDetail.ts';

/** One alert: what it is, what was done about it, the rule as it was, and what else happened to the device. */
export function AlertPage() {
  const { id = '' } = useParams();
  return <OneAlert key={id} id={id} />;
}

function OneAlert({ id }: { id: string }) {
  const detail = useAlertInDetail(id);
  const { alert, error, reload } = detail;
  const now = useNowPast([alert?.snoozedUntil]);
  return (
    <>
      <PageHeader
        title={alert ? (alert.deviceName ?? alert.siteName) : 'Alert'}
        description={alert && <AlertStanding alert={alert} now={now} />}
        action={
          <Button asChild variant="outline">
            <Link to={alert?.resolvedAt == null ? '/alerts' : '/alerts?tab=history'}>All alerts</Link>
          </Button>
        }
      />
      {!alert && error && isMissing(error) && <NoSuchAlert />}
      {!alert && error && !isMissing(error) && (
        <LoadFailed title="The alert could not be loaded" error={error} onRetry={reload} />
      )}
      {!alert && !error && (
        <AfterPatience>
          <LoadingSpinner />
        </AfterPatience>
      )}
      {alert && (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' }}
          gap={4}
          alignItems="start"
        >
          <chakra.div display="flex" flexDirection="column" gap={4} minW={0}>
            <chakra.div {...panel} gap={6}>
              <AlertBody detail={detail} alert={alert} now={now} Heading="h2" />
            </chakra.div>
            {alert.deviceMac && (
              <chakra.div {...panel} gap={3}>
                <MeasuredAround alert={alert} />
                {alert.type !== 'client_disconnect' && (
                  <ChakraLink asChild fontWeight="medium" textStyle="sm" alignSelf="start">
                    <Link to={whyTold(alert)}>Why you were or weren't notified</Link>
                  </ChakraLink>
                )}
              </chakra.div>
            )}
          </chakra.div>
          <chakra.div display="flex" flexDirection="column" gap={4} minW={0}>
            <chakra.div {...panel} gap={3}>
              <RuleThen alert={alert} />
            </chakra.div>
            <chakra.div {...panel} gap={3}>
              <OthersOfDevice alert={alert} />
            </chakra.div>
          </chakra.div>
        </chakra.div>
      )}
    </>
  );
}

const whyTold = ({ controllerId, deviceMac, timestamp }: NonNullable<AlertInDetail['alert']>): string =>
  `/controllers/${controllerId}/devices/${deviceMac}?at=${encodeURIComponent(timestamp)}`;

const panel = {
  display: 'flex',
  flexDirection: 'column',
  minW: 0,
  p: { base: 4, md: 5 },
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'surface',
} as const;

const NoSuchAlert = () => (
  <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
    <EmptyState
      icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
      title="No such alert"
      action={
        <Button asChild>
          <Link to="/alerts?tab=history">Look in the history</Link>
        </Button>
      }
    >
      It is not one of this team, or it is older than your package keeps alerts, or its controller is gone.
    </EmptyState>
  </chakra.div>
);
