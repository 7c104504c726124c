import { Button, chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { isMissing } from '#web/lib/server-errors.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { AlertState } from '../AlertMarks.tsx';
import { AlertBody } from './AlertBody.tsx';
import { NoSuchAlert } from './NoSuchAlert.tsx';
import { useAlertDetail } from './useAlertDetail.ts';

type Props = { id: string; onClose: () => void };

/** Dialog with one alert over its list, and a link to the alert's page. */
export function AlertDetails({ id, onClose }: Props) {
  const detail = useAlertDetail(id);
  const { alert, error, reload } = detail;
  const now = useNowAfter([alert?.snoozedUntil]);
  const isGone = !alert && error !== undefined && isMissing(error);
  return (
    <DetailsDialog
      title={alert ? (alert.deviceName ?? alert.siteName) : 'Alert'}
      onClose={onClose}
      head={
        alert && (
          <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap={4}>
            <AlertState alert={alert} now={now} />
            <Link asChild textStyle="sm">
              <RouterLink to={`/alerts/${id}`}>Open alert page</RouterLink>
            </Link>
          </chakra.div>
        )
      }
    >
      {isGone && <NoSuchAlert action={<Button onClick={onClose}>Close</Button>} />}
      {!alert && error && !isGone && (
        <LoadFailed title="We couldn’t load this alert" error={error} onRetry={reload} />
      )}
      {!alert && !error && <LoadingSpinner />}
      {alert && <AlertBody detail={detail} alert={alert} now={now} />}
    </DetailsDialog>
  );
}
