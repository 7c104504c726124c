import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import type { AlertController } from './ControllerSelect.tsx';
import type { Level } from './severity-filter.ts';

/** An empty list. Only a controller that has been read and can be read now is called clear. */
export const NoAlerts = ({ controller }: { controller: AlertController }) =>
  controller.status === 'online' && controller.lastSync && !controller.overLimit ? (
    <Nothing state="ok" title="All Clear!">
      {controller.selectedSiteId
        ? 'No active alerts found for this site.'
        : 'No active alerts found on any of its sites.'}
    </Nothing>
  ) : (
    <NothingKnown controller={controller} />
  );

function NothingKnown({ controller: { name, status, lastSync } }: { controller: AlertController }) {
  // After a key or site change, earlier readings say nothing about the new one.
  if (status === 'pending' || !lastSync) {
    return (
      <Nothing state="unknown" title={`Nothing is known of ${name} yet`}>
        Whatever is wrong there shows here after the first reading.
      </Nothing>
    );
  }
  const title = (
    <>
      No alerts were open when {name} was last read, <RelativeTime at={lastSync} />
    </>
  );
  return (
    <Nothing state="unknown" title={title}>
      What has happened there since is not known.
    </Nothing>
  );
}

const Nothing = (props: { state: 'ok' | 'unknown'; title: ReactNode; children: string }) => (
  <chakra.div
    bg="bg.panel"
    borderWidth="1px"
    borderRadius="surface"
    animation="fade-in {durations.slow} {easings.out}"
  >
    <EmptyState
      title={props.title}
      icon={
        <chakra.span
          display="inline-flex"
          alignItems="center"
          justifyContent="center"
          boxSize={12}
          borderRadius="full"
          color={`state.${props.state}`}
          bg={`state.${props.state}.subtle`}
        >
          <StateShape state={props.state} size={22} />
        </chakra.span>
      }
    >
      {props.children}
    </EmptyState>
  </chakra.div>
);

/** Something is wrong, but nothing of the level that was asked for. */
export const NoneOfLevel = ({ level, onShowAll }: { level: Level; onShowAll: () => void }) => (
  <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
    <EmptyState
      title={`No ${level} alerts`}
      action={
        <Button variant="outline" onClick={onShowAll}>
          Show all levels
        </Button>
      }
    >
      There are alerts of other levels on this site.
    </EmptyState>
  </chakra.div>
);
