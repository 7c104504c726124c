import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { PlanStatusQuery, PlanStandingFields } from '#web/features/billing/billing.gql.ts';
import { formatTime } from '#web/lib/format.ts';
import { readFragment } from '#web/gql/index.ts';
import { useBehindSince, useLiveState, type LiveState } from '#web/lib/live-state.ts';
import { StateIcon, type State } from '#web/ui/StateIcon.tsx';

/** A first connection faster than this shows no "connecting" state, in milliseconds. */
const GRACE = 1_000;

const looks: Record<LiveState['state'] | 'behind' | 'paused', { shape: State; color: string }> = {
  live: { shape: 'ok', color: 'state.ok' },
  reconnecting: { shape: 'unknown', color: 'state.warning' },
  behind: { shape: 'unknown', color: 'state.warning' },
  paused: { shape: 'unknown', color: 'state.warning' },
  offline: { shape: 'critical', color: 'state.critical' },
};

/**
 * The state of live updates: "Live", "Reconnecting…", "Offline since 14:02", "Catching up…" while the server
 * refuses what the screen needs, or "Paused" while monitoring is paused.
 */
export function LiveStatus() {
  const live = useLiveState();
  const shown = useSettled(live);
  const isBehind = useBehindSince() !== undefined && shown?.state === 'live';
  // Requested by the line above the screens.
  const { data } = useQuery(PlanStatusQuery, { fetchPolicy: 'cache-only' });
  const plan = data && readFragment(PlanStandingFields, data.subscription);
  const isPaused = shown?.state === 'live' && plan?.isActive === false;
  const { shape, color } = looks[isBehind ? 'behind' : isPaused ? 'paused' : (shown?.state ?? 'live')];
  return (
    <chakra.span
      role="status"
      display="inline-flex"
      alignItems="center"
      gap={1.5}
      textStyle="sm"
      fontWeight="medium"
      whiteSpace="nowrap"
      fontVariantNumeric="tabular-nums"
      color={color}
      visibility={shown ? 'visible' : 'hidden'}
    >
      <StateIcon state={shape} size={11} />
      {isBehind ? 'Catching up…' : isPaused ? 'Paused' : wordsFor(shown)}
    </chakra.span>
  );
}

const wordsFor = (live: LiveState | undefined) => {
  if (!live || live.state === 'live') return 'Live';
  return live.state === 'reconnecting' ? 'Reconnecting…' : `Offline since ${formatTime(live.since)}`;
};

/** The state, except that a page that has only just opened says nothing yet. */
function useSettled(live: LiveState): LiveState | undefined {
  const [opening, setOpening] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOpening(false), live.state === 'reconnecting' ? GRACE : 0);
    return () => clearTimeout(timer);
  }, [live]);
  return opening && live.state === 'reconnecting' ? undefined : live;
}
