import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { NotMonitored, ReplaceKey } from '#web/features/controllers/ControllerStatus.tsx';
import { useLiveState } from '#web/lib/live-state.ts';
import { sentence } from '#web/lib/sentence.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { momentOf } from './alert-words.ts';
import type { AlertController } from './ControllerSelect.tsx';

/** A connection that is back sooner than this was never worth a word, in milliseconds. */
const GRACE = 1_000;

type Props = { controller: AlertController; siteName: string; count: number };

/** How far the list can be believed: whether it changes by itself, and whether its console can be read. */
export function DataFreshness({ controller, siteName, count }: Props) {
  const { state, since } = useLiveState();
  const down = useLasting(state !== 'live');
  const isRead = controller.status === 'online' && !controller.overLimit;
  const trusted = isRead && !down;
  return (
    <>
      <chakra.p
        display="flex"
        flexWrap="wrap"
        columnGap={4}
        justifyContent="space-between"
        mb={2}
        textStyle="sm"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
      >
        <chakra.span minW={0} truncate>
          <chakra.span color="fg" fontWeight="medium">
            {siteName}
          </chakra.span>
          {(isRead || count > 0) && ` · ${count === 1 ? '1 open alert' : `${count} open alerts`}`}
        </chakra.span>
        {/* On a phone the header's mark says so; only what is not live is worth a line. */}
        <chakra.span
          display={down ? 'inline-flex' : { base: 'none', md: 'inline-flex' }}
          alignItems="center"
          gap={1.5}
        >
          <chakra.span color={trusted ? 'state.ok' : 'state.unknown'}>
            <StateShape state={trusted ? 'ok' : 'unknown'} size={11} />
          </chakra.span>
          {down
            ? `As of ${momentOf(since.toISOString())}; newer changes appear once you're back online`
            : isRead
              ? 'Updates automatically'
              : controller.overLimit
                ? 'Nothing new until it is watched'
                : 'Nothing new until it can be read'}
        </chakra.span>
      </chakra.p>
      <UnreadableConsole controller={controller} isEmpty={count === 0} />
    </>
  );
}

/** True once it has been so for a moment. */
function useLasting(so: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(so), so ? GRACE : 0);
    return () => clearTimeout(timer);
  }, [so]);
  return so && lasts;
}

/** What of a console cannot be read, and since when; nothing where all of it can. */
function UnreadableConsole({ controller, isEmpty }: { controller: AlertController; isEmpty: boolean }) {
  const { name, status, statusReason, lastSync, overLimit } = controller;
  if (overLimit) {
    return (
      <chakra.div mb={3}>
        <Notice state="unknown" title={`${name} is not watched`}>
          <NotMonitored />
        </Notice>
      </chakra.div>
    );
  }
  if (status === 'online') {
    return (
      statusReason && (
        <chakra.p mb={3} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {`Not everything of ${name} can be read. ${sentence(statusReason)}`}
        </chakra.p>
      )
    );
  }
  return (
    <chakra.div mb={3}>
      <Notice state={status === 'pending' ? 'info' : 'unknown'} title={unreadableTitle(controller)}>
        {statusReason && sentence(statusReason)}
        <ReplaceKey controller={controller} />
        {lastSync && !isEmpty && (
          <>
            {' '}
            What is shown was last measured <RelativeTime at={lastSync} />.
          </>
        )}
      </Notice>
    </chakra.div>
  );
}

function unreadableTitle({ name, status, lastSync }: AlertController): string {
  if (status === 'pending') return `${name} has not been read yet`;
  return lastSync ? `No data from ${name} since ${momentOf(lastSync)}` : `${name} could not be read yet`;
}
