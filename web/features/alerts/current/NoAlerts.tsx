import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { levelOf } from '../alert-words.ts';
import { type AlertController, isReadable, type Readability } from '../useAlertControllers.ts';
import type { ViewInAddress } from './useViewInAddress.ts';

/** The empty list of a controller. It says "All Clear!" only if the controller has been read and can be read now. */
export const NoAlerts = ({ controller }: { controller: AlertController }) =>
  isReadable(controller) ? (
    <Nothing state="ok" title="All Clear!">
      {controller.selectedSiteId
        ? 'No active alerts found for this site.'
        : 'No active alerts found on any of its sites.'}
    </Nothing>
  ) : (
    <NothingKnown controller={controller} />
  );

/** The same for several controllers. */
export function NoTeamAlerts({ readable, unread }: Readability) {
  if (unread === 0)
    return (
      <Nothing state="ok" title="All Clear!">
        No active alerts found on any of your sites.
      </Nothing>
    );
  return (
    <Nothing state="unknown" title="No open alerts where we can look">
      {readable === 0
        ? 'None of your controllers can be read right now.'
        : 'We don’t know what has happened on the controllers that can’t be read.'}
    </Nothing>
  );
}

function NothingKnown({ controller: { name, status, lastSync } }: { controller: AlertController }) {
  // After a key or site change, earlier readings say nothing about the new one.
  if (status === 'pending' || !lastSync) {
    return (
      <Nothing state="unknown" title={`No data from ${name} yet`}>
        Its alerts appear here after the first reading.
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
      We don’t know what has happened since then.
    </Nothing>
  );
}

/** There may be alerts, but none that match. */
export function NoMatch({ view }: { view: ViewInAddress }) {
  const level = levelOf(view.chosen.level);
  const isOnlyLevel =
    level !== 'all' &&
    !view.search &&
    !(['type', 'is', 'customer', 'tag', 'site', 'began'] as const).some((name) => view.chosen[name]);
  return (
    <Card>
      <EmptyState
        title={isOnlyLevel ? `No ${level} alerts` : 'No matching alerts'}
        action={
          <Button variant="outline" onClick={view.clear}>
            {isOnlyLevel ? 'Show all levels' : 'Clear filters'}
          </Button>
        }
      >
        {isOnlyLevel ? 'There may be alerts at other levels.' : 'No open alerts match these filters.'}
      </EmptyState>
    </Card>
  );
}

const Nothing = (props: { state: 'ok' | 'unknown'; title: ReactNode; children: string }) => (
  <Card animation="fade-in {durations.slow} {easings.out}">
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
          <StateIcon state={props.state} size={22} />
        </chakra.span>
      }
    >
      {props.children}
    </EmptyState>
  </Card>
);
