import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { useNowPast } from '#web/lib/useNowPast.ts';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { AlertState } from '../AlertMarks.tsx';
import { AlertBody } from './AlertBody.tsx';
import { useAlertDetail } from './useAlertDetail.ts';

type Props = { id: string; onClose: () => void };

/** One alert over the list that it stands in, and the way to its page. */
export function AlertDetails({ id, onClose }: Props) {
  const detail = useAlertDetail(id);
  const { alert, error, reload } = detail;
  const now = useNowPast([alert?.snoozedUntil]);
  return (
    <DetailsDialog
      title={alert ? (alert.deviceName ?? alert.siteName) : 'Alert'}
      onClose={onClose}
      head={
        alert && (
          <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap={4}>
            <AlertState alert={alert} now={now} />
            <Link asChild textStyle="sm">
              <RouterLink to={`/alerts/${id}`}>Open its page</RouterLink>
            </Link>
          </chakra.div>
        )
      }
    >
      {!alert && error && <LoadFailed title="The alert could not be loaded" error={error} onRetry={reload} />}
      {!alert && !error && <LoadingSpinner />}
      {alert && <AlertBody detail={detail} alert={alert} now={now} />}
    </DetailsDialog>
  );
}
