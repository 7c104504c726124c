import { Button, chakra } from '@chakra-ui/react';
import { formatNumber } from '#web/lib/format.ts';
import { Radar } from '#web/ui/icons.tsx';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import {
  type AlertController,
  type AlertCount,
  ControllerSelect,
  useChosenController,
} from '../ControllerSelect.tsx';
import { ControllerAlerts } from './ControllerAlerts.tsx';

/** The open alerts of one controller, with links to other controllers that have open alerts. */
export function CurrentAlertsTab() {
  const { controllers, chosen, choose, counts, error, refetch } = useChosenController();
  if (!controllers && error) {
    return <LoadFailed title="We couldn’t load your controllers" error={error} onRetry={refetch} />;
  }
  if (!controllers) return <LoadingSpinner text="Loading alerts..." />;
  if (!chosen) return <NoSites />;
  return (
    <ControllerAlerts
      key={chosen.id}
      controller={chosen}
      onRefresh={refetch}
      select={<ControllerSelect controllers={controllers} counts={counts} value={chosen} onChange={choose} />}
      elsewhere={
        <OtherControllersWithAlerts
          controllers={controllers}
          counts={counts}
          chosen={chosen}
          onChoose={choose}
        />
      }
    />
  );
}

type OtherControllersProps = {
  controllers: readonly AlertController[];
  counts: readonly AlertCount[];
  chosen: AlertController;
  onChoose: (id: string) => void;
};

/** How many controllers are named here. The selector has the counts of all of them. */
const MOST_NAMED = 5;

/** Open alerts on other controllers. With the list, they add up to the count in the header. */
function OtherControllersWithAlerts({ controllers, counts, chosen, onChoose }: OtherControllersProps) {
  const others = counts.filter(({ controllerId }) => controllerId !== chosen.id);
  if (others.length === 0) return null;
  const total = others.reduce((sum, { count }) => sum + count, 0);
  const unnamed = others.length - MOST_NAMED;
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={2} rowGap={1} mb={4}>
      <Hint fontVariantNumeric="tabular-nums">
        {total === 1 ? '1 more open alert' : `${formatNumber(total)} more open alerts`}
        {others.length === 1
          ? ' on another controller:'
          : ` on ${formatNumber(others.length)} other controllers:`}
      </Hint>
      {others.slice(0, MOST_NAMED).map(({ controllerId, count, severity }) => (
        <Button
          key={controllerId}
          variant="outline"
          size="xs"
          maxW="full"
          onClick={() => onChoose(controllerId)}
        >
          <chakra.span color={`state.${severity}`}>
            <StateIcon state={severity} size={10} />
          </chakra.span>
          <chakra.span truncate>
            {controllers.find(({ id }) => id === controllerId)?.name ?? 'Other'}
          </chakra.span>
          <chakra.span fontVariantNumeric="tabular-nums">{formatNumber(count)}</chakra.span>
        </Button>
      ))}
      {unnamed > 0 && <Hint as="span">{`and ${formatNumber(unnamed)} more in the controller list`}</Hint>}
    </chakra.div>
  );
}

function NoSites() {
  const looksOnly = useLooksOnly();
  return (
    <Card>
      <EmptyState
        title="No sites configured"
        icon={<Radar size={28} strokeWidth={1.5} aria-hidden />}
        action={
          looksOnly ? (
            <ViewerNote />
          ) : (
            <Button asChild>
              <Link to="/user-dashboard">Configure Controllers</Link>
            </Button>
          )
        }
      >
        Connect a controller to monitor its sites. Their alerts then appear here automatically.
      </EmptyState>
    </Card>
  );
}
