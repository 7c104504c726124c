import { useApolloClient } from '@apollo/client/react';
import { chakra, Theme } from '@chakra-ui/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { momentOf } from '#web/features/alerts/alert-words.ts';
import type { WallQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { formatDuration, formatNumber, formatTime } from '#web/lib/format.ts';
import { isMissing } from '#web/lib/server-errors.ts';
import { useClock } from '#web/lib/useClock.ts';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { WallRotation } from './WallRotation.tsx';

export const WallView = graphql(`
  query Wall($token: String!) {
    wall(token: $token) {
      teamName
      isPaused
      troubleCount
      alertCount
      newCount
      inMaintenanceCount
      quietCount
      unknownCount
      lateControllers
      oldestReading
      trouble {
        key
        name
        color
        alertCount
        newCount
        worstNew
        siteCount
        sitesInTrouble
        sitesUnknown
        alerts {
          type
          severity
          deviceName
          siteName
          since
          isUnknown
          isHandled
          isAcknowledged
          isInMaintenance
        }
      }
    }
  }
`);

/** How often the wall is read, and how long an answer counts as live. In milliseconds. */
const EVERY = 5_000;
const LIVE_FOR = 20_000;

/**
 * Open alerts for a screen that no one is signed in to: big, dark, without scrolling. It rotates through the customers in
 * trouble, mostly those with new alerts, and says when it isn't live.
 */
export function WallPage() {
  const token = useLocation().hash.slice(1);
  const { wall, readAt, error } = useWall(token);
  const now = useClock('second');
  const isGone = !token || (error !== undefined && isMissing(error));
  if (isGone)
    return (
      <Message
        title="This link no longer works"
        text="It was revoked, or part of it is missing. Create a new one under Dashboard, Wall."
      />
    );
  if (!wall)
    return (
      <Message
        title={error ? 'Not live' : 'Loading…'}
        text={error ? 'We couldn’t reach the server. Trying again.' : ''}
      />
    );
  const isLive = readAt !== undefined && now - readAt < LIVE_FOR;
  const seen = { wall, now, staleSince: isLive ? undefined : readAt };
  return (
    <Frame>
      <Header {...seen} />
      {wall.trouble.length > 0 ? (
        <WallRotation groups={wall.trouble} count={wall.troubleCount} now={now} {...freshnessOf(seen)} />
      ) : (
        <AllClear {...seen} />
      )}
      <Footer {...seen} />
    </Frame>
  );
}

interface Read {
  wall?: WallQuery['wall'];
  /** When it was last read, in milliseconds since 1970. */
  readAt?: number;
  error?: unknown;
}

/** Reads the wall again and again. A revoked link stays revoked, so it isn't read again. */
function useWall(token: string): Read {
  const client = useApolloClient();
  const [state, setState] = useState<Read>({});
  useEffect(() => {
    if (!token) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const read = async () => {
      const again = () => {
        if (!isOver) timer = setTimeout(() => void read(), EVERY);
      };
      try {
        // Someone may be signed in in this browser, and a wall that hangs there is not a person.
        const { data } = await inBackground(() =>
          client.query({ query: WallView, variables: { token }, fetchPolicy: 'no-cache' }),
        );
        if (data) setState({ wall: data.wall, readAt: Date.now() });
        again();
      } catch (error) {
        setState((known) => ({ ...known, error }));
        if (!isMissing(error)) again();
      }
    };
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, token]);
  return state;
}

/** Dark whatever the browser prefers: it hangs in a room all day. */
const Frame = ({ children }: { children: ReactNode }) => (
  <Theme appearance="dark" asChild>
    <Screen>{children}</Screen>
  </Theme>
);

const Screen = chakra('main', {
  base: {
    position: 'fixed',
    inset: 0,
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr) auto',
    overflow: 'hidden',
    bg: 'bg',
    color: 'fg',
    p: '2.5vmin',
    gap: '2vmin',
    // One size for any screen: 1080 lines make 20 px.
    fontSize: 'max(14px, 1.85vmin)',
    lineHeight: 1.3,
  },
});

const Message = ({ title, text }: { title: string; text: string }) => (
  <Frame>
    <span />
    <chakra.div alignSelf="center" textAlign="center" role="status">
      <chakra.h1 fontSize="3em" fontWeight="semibold">
        {title}
      </chakra.h1>
      <chakra.p color="fg.muted" fontSize="1.4em">
        {text}
      </chakra.p>
    </chakra.div>
  </Frame>
);

type Seen = {
  wall: WallQuery['wall'];
  now: number;
  /** When it was last read, in milliseconds since 1970. Undefined while it's live. */
  staleSince: number | undefined;
};

/** The moment of what is shown, and whether that isn't now: it isn't live, or monitoring is paused. */
const freshnessOf = ({ wall, now, staleSince }: Seen) => ({
  asOf: staleSince ?? now,
  staleWords: staleSince !== undefined ? `As of ${momentAt(staleSince, now)}` : undefined,
  isStale: staleSince !== undefined || wall.isPaused,
});

/** "14:02", or with the day if it was an earlier one. */
const momentAt = (ms: number, now: number) => momentOf(new Date(ms).toISOString(), new Date(now));

/** One line, or on phones the name with the time and the figures below. */
function Header({ wall, now, staleSince }: Seen) {
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      columnGap="2vmin"
      rowGap="1vmin"
      flexWrap={{ base: 'wrap', md: 'nowrap' }}
    >
      <chakra.h1 fontSize="1.5em" fontWeight="semibold" flex={1} minW={0} truncate>
        {wall.teamName}
      </chakra.h1>
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        columnGap="2vmin"
        rowGap="1vmin"
        flexWrap={{ base: 'wrap', md: 'nowrap' }}
        order={{ base: 1, md: 0 }}
        flexBasis={{ base: '100%', md: 'auto' }}
      >
        <chakra.p
          fontSize={{ base: '1.3em', md: '1.5em' }}
          fontVariantNumeric="tabular-nums"
          whiteSpace="nowrap"
        >
          <b>{formatNumber(wall.newCount)}</b> new
          <chakra.span color="fg.muted">
            {` of ${formatNumber(wall.alertCount)} open alerts`}
            {wall.inMaintenanceCount > 0 && `, ${formatNumber(wall.inMaintenanceCount)} in maintenance`}
          </chakra.span>
        </chakra.p>
        {staleSince !== undefined ? (
          <Lamp color="state.critical" text={`Not live since ${momentAt(staleSince, now)}`} filled />
        ) : wall.isPaused ? (
          <Lamp color="state.critical" text="Monitoring is paused" filled />
        ) : (
          <Lamp color="state.ok" text="Live" />
        )}
      </chakra.div>
      <chakra.time fontSize="1.5em" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {formatTime(new Date(now))}
      </chakra.time>
    </chakra.header>
  );
}

const Lamp = ({ color, text, filled }: { color: string; text: string; filled?: boolean }) => (
  <chakra.p
    role="status"
    fontSize="1.2em"
    fontWeight="semibold"
    px="0.7em"
    py="0.2em"
    borderRadius="0.4em"
    whiteSpace="nowrap"
    color={filled ? 'bg' : color}
    bg={filled ? color : 'transparent'}
    borderWidth="2px"
    borderColor={color}
  >
    {text}
  </chakra.p>
);

/** Without open alerts, it's only all clear if everything has just been read. */
function AllClear({ wall, now, staleSince }: Seen) {
  const isNow = staleSince === undefined && !wall.isPaused;
  const isKnown = isNow && wall.unknownCount === 0 && wall.lateControllers === 0 && wall.quietCount > 0;
  const title =
    staleSince !== undefined
      ? `State unknown since ${momentAt(staleSince, now)}`
      : wall.isPaused
        ? 'State unknown'
        : isKnown
          ? 'All clear'
          : 'No open alerts';
  const reason =
    staleSince !== undefined
      ? 'We couldn’t reach the server. Trying again.'
      : wall.isPaused
        ? 'No new alerts are raised while monitoring is paused.'
        : wall.quietCount + wall.unknownCount === 0
          ? 'Nothing is monitored yet.'
          : 'Some sites can’t be read right now, so their state is unknown.';
  return (
    <chakra.div display="grid" placeItems="center" alignContent="center" textAlign="center" gap="2vmin">
      <chakra.span color={isKnown ? 'state.ok' : 'state.unknown'} fontSize="7em" lineHeight={0}>
        <StateIcon state={isKnown ? 'ok' : 'unknown'} size="0.8em" />
      </chakra.span>
      <chakra.p fontSize="3em" fontWeight="semibold">
        {title}
      </chakra.p>
      {!isKnown && (
        <chakra.p fontSize="1.4em" color="fg.muted">
          {reason}
        </chakra.p>
      )}
    </chakra.div>
  );
}

function Footer({ wall, now, staleSince }: Seen) {
  const { quietCount, unknownCount, lateControllers, oldestReading } = wall;
  const quiet = `${formatNumber(quietCount)} without alerts`;
  return (
    <chakra.footer
      display="flex"
      flexWrap="wrap"
      columnGap="2.5em"
      rowGap="0.3em"
      fontSize="1.2em"
      color="fg.muted"
      minH="1.3em"
    >
      {quietCount > 0 && (
        <Count
          state={staleSince === undefined && !wall.isPaused ? 'ok' : 'unknown'}
          text={staleSince === undefined ? quiet : `${quiet} at ${momentAt(staleSince, now)}`}
        />
      )}
      {unknownCount > 0 && <Count state="unknown" text={`${formatNumber(unknownCount)} can’t be read`} />}
      {lateControllers > 0 && (
        <Count
          state={staleSince === undefined ? 'warning' : 'unknown'}
          text={`${formatNumber(lateControllers)} ${lateControllers === 1 ? 'controller hasn’t' : 'controllers haven’t'} been read on time`}
        />
      )}
      {oldestReading && lateControllers === 0 && (
        <span>{`Oldest reading ${formatDuration(now - Date.parse(oldestReading))} ago`}</span>
      )}
    </chakra.footer>
  );
}

const Count = ({ state, text }: { state: 'ok' | 'unknown' | 'warning'; text: string }) => (
  <chakra.span display="inline-flex" alignItems="center" gap="0.5em">
    <chakra.span color={`state.${state}`} lineHeight={0}>
      <StateIcon state={state} size="0.8em" />
    </chakra.span>
    {text}
  </chakra.span>
);
