import { Button, chakra } from '@chakra-ui/react';
import { Radar } from 'lucide-react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { ControllerAlerts } from './ControllerAlerts.tsx';
import { ControllerSelect } from './ControllerSelect.tsx';
import { useChosenController } from './useChosenController.ts';

/** What is wrong now on one controller's site. */
export function CurrentAlertsTab() {
  const { controllers, chosen, choose, error, refetch } = useChosenController();
  if (!controllers && error) {
    return <LoadFailed title="Your controllers could not be loaded" error={error} onRetry={refetch} />;
  }
  if (!controllers) return <LoadingSpinner text="Loading alerts..." />;
  if (!chosen) return <NoSites />;
  return (
    <ControllerAlerts
      key={chosen.id}
      controller={chosen}
      onRefresh={refetch}
      select={<ControllerSelect controllers={controllers} value={chosen} onChange={choose} />}
    />
  );
}

function NoSites() {
  const looksOnly = useLooksOnly();
  return (
    <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
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
        Alerts belong to a site. Connect a controller and select its site: what breaks there then shows here
        by itself.
      </EmptyState>
    </chakra.div>
  );
}
