import { chakra, Link } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { siteText } from '#web/features/controllers/controller-state.ts';
import { NotMonitored, ReplaceKey } from '#web/features/controllers/ControllerStatus.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useBehindSince, useLiveState } from '#web/lib/live-state.ts';
import { sentence } from '#web/lib/sentence.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint } from '#web/ui/text.tsx';
import { momentOf, openAlertWords } from './alert-words.ts';
import type { AlertController, Readability } from './useAlertControllers.ts';

/** Connection losses shorter than this (in milliseconds) aren't shown. */
const GRACE = 1_000;

/** How many alerts are listed, and how many of them are new unless another part of the screen says so. */
type Props = { controller: AlertController; count: number; newCount?: number };

/** How current a controller's alerts are: whether they update automatically, and whether its console can be read. */
export function DataFreshness({ controller, count, newCount }: Props) {
  const isRead = controller.status === 'online' && !controller.overLimit;
  return (
    <>
      <FreshnessLine
        of={siteText(controller)}
        counts={newCount !== undefined && (isRead || count > 0) ? { count, newCount } : undefined}
        isRead={isRead}
        unread={
          controller.overLimit ? 'No new alerts until it’s monitored' : 'No new alerts until it can be read'
        }
      />
      <UnreadableConsole controller={controller} isEmpty={count === 0} />
    </>
  );
}

/** The same for all controllers. Those that can't be read are named, because their alerts are unknown. */
export function TeamFreshness({ unread, worst }: Readability) {
  const others = unread - worst.length;
  return (
    <>
      <FreshnessLine of="All controllers" isRead />
      {unread > 0 && (
        <chakra.div mb={3}>
          <Notice
            state="unknown"
            title={
              unread === 1
                ? '1 controller can’t be read, so its alerts are unknown'
                : `${formatNumber(unread)} controllers can’t be read, so their alerts are unknown`
            }
          >
            {worst.map((controller, at) => (
              <chakra.span key={controller.id}>
                {at > 0 && ', '}
                <Link asChild>
                  <RouterLink to={`/controllers/${controller.id}`}>{controller.name}</RouterLink>
                </Link>
                {controller.lastSync ? ` (since ${momentOf(controller.lastSync)})` : ' (not read yet)'}
              </chakra.span>
            ))}
            {others > 0 && ` and ${formatNumber(others)} more`}
          </Notice>
        </chakra.div>
      )}
    </>
  );
}

type LineProps = {
  of: string;
  counts?: { count: number; newCount: number };
  isRead: boolean;
  unread?: string;
};

function FreshnessLine({ of, counts, isRead, unread }: LineProps) {
  const { state, since: lostAt } = useLiveState();
  const behindSince = useBehindSince();
  const isLost = state !== 'live';
  const since = isLost ? lostAt : (behindSince ?? lostAt);
  const down = useLasting(isLost || behindSince !== undefined);
  const trusted = isRead && !down;
  // The header already shows that updates are live.
  if (trusted && !counts) return null;
  return (
    <Hint
      display="flex"
      flexWrap="wrap"
      columnGap={4}
      justifyContent="space-between"
      mb={2}
      fontVariantNumeric="tabular-nums"
    >
      <chakra.span minW={0} truncate>
        <chakra.span color="fg" fontWeight="medium">
          {of}
        </chakra.span>
        {counts && ` · ${openAlertWords({ alertCount: counts.count, newCount: counts.newCount })}`}
      </chakra.span>
      {/* On a phone the header already shows that updates are live, so only a problem gets a line here. */}
      <chakra.span
        display={down ? 'inline-flex' : { base: 'none', md: 'inline-flex' }}
        alignItems="center"
        gap={1.5}
      >
        <chakra.span color={trusted ? 'state.ok' : 'state.unknown'}>
          <StateIcon state={trusted ? 'ok' : 'unknown'} size={11} />
        </chakra.span>
        {down
          ? `As of ${momentOf(since.toISOString())}; newer changes appear once ${isLost ? 'you’re back online' : 'the server answers again'}`
          : isRead
            ? 'Updates automatically'
            : unread}
      </chakra.span>
    </Hint>
  );
}

/** True once `so` has been true for the grace period. */
function useLasting(so: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(so), so ? GRACE : 0);
    return () => clearTimeout(timer);
  }, [so]);
  return so && lasts;
}

/** What we can't read from a console and since when. Renders nothing if everything can be read. */
function UnreadableConsole({ controller, isEmpty }: { controller: AlertController; isEmpty: boolean }) {
  const { name, status, statusReason, lastSync, overLimit } = controller;
  if (overLimit) {
    return (
      <chakra.div mb={3}>
        <Notice state="unknown" title={`${name} isn’t monitored`}>
          <NotMonitored />
        </Notice>
      </chakra.div>
    );
  }
  if (status === 'online') {
    return (
      statusReason && (
        <Hint mb={3} overflowWrap="anywhere">
          {`Some data from ${name} can’t be read. ${sentence(statusReason)}`}
        </Hint>
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
            Last reading: <RelativeTime at={lastSync} />.
          </>
        )}
      </Notice>
    </chakra.div>
  );
}

function unreadableTitle({ name, status, lastSync }: AlertController): string {
  if (status === 'pending') return `${name} hasn’t been read yet`;
  return lastSync ? `No data from ${name} since ${momentOf(lastSync)}` : `No data from ${name} yet`;
}
