import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { useDialogParam } from '#web/lib/useSearchParam.ts';
import { Card } from '#web/ui/Card.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { historyColumns, historyHead, HistoryRow } from './HistoryTab.tsx';
import { AlertHistory } from './useAlertHistory.ts';

const FEW = 5;

type Place = { controllerId: string; siteId: string | null; deviceMac: string | null };

/** All alerts of a place, in the alert history. */
function historyPath({ controllerId, siteId, deviceMac }: Place): string {
  const words = {
    tab: 'history',
    of: controllerId,
    ...(siteId && { site: siteId }),
    ...(deviceMac && { mac: deviceMac }),
  };
  return `/alerts?${new URLSearchParams({ ...words, period: 'all' })}`;
}

type Props = { controllerId: string; siteId?: string; deviceMac?: string };

/** The latest alerts of a place that are over, with a link to all of them. */
export function RecentAlerts({ controllerId, siteId, deviceMac }: Props) {
  const where = { controllerId, siteId: siteId ?? null, deviceMac: deviceMac ?? null };
  const { data, error, refetch } = useQuery(AlertHistory, {
    variables: { ...where, open: false, first: FEW },
    fetchPolicy: 'cache-and-network',
  });
  const [, open] = useDialogParam('alert');
  const alerts = data?.alertHistory.nodes;
  return (
    <chakra.section aria-labelledby="history">
      <SectionHead>
        <SectionTitle id="history">History</SectionTitle>
        {alerts && alerts.length > 0 && (
          <Button asChild variant="outline" size="sm">
            <RouterLink to={historyPath(where)}>View all alerts</RouterLink>
          </Button>
        )}
      </SectionHead>
      {error && !alerts && (
        <LoadFailed title="We couldn’t load the alert history" error={error} onRetry={refetch} />
      )}
      {!alerts && !error && <SkeletonRows rows={3} />}
      {alerts?.length === 0 && (
        <Card px={4} py={4}>
          <Muted>No earlier alerts. They stay here for as long as your package keeps them.</Muted>
        </Card>
      )}
      {alerts && alerts.length > 0 && (
        <GridTable label="Latest alerts" columns={historyColumns} head={historyHead}>
          {alerts.map((alert) => (
            <HistoryRow key={alert.id} alert={alert} onOpen={open} />
          ))}
        </GridTable>
      )}
    </chakra.section>
  );
}
