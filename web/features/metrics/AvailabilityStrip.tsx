import { chakra } from '@chakra-ui/react';
import { formatDate, formatDateTime, formatDuration, formatPercent, formatTime } from '#web/lib/format.ts';
import { timeWords } from '#web/ui/chart-time.ts';
import { TimeAxis } from '#web/ui/TimeAxis.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { ChartTable } from '#web/ui/ChartTable.tsx';
import { Hint } from '#web/ui/text.tsx';

type Props = {
  site: {
    at: readonly string[];
    /** End of the last point. */
    until: string;
    online: readonly (number | null)[];
    offline: readonly (number | null)[];
    reachability: readonly { from: string; until: string; seen: boolean; problem: string | null }[];
  };
  /** Only the strip, without the list of gaps. */
  brief?: boolean;
  /** It is about one device instead of all of a site's. */
  single?: boolean;
  /** A period to point out, such as that of an alert. */
  marked?: { from: string; until: string };
};

/** A device as one of a site's, either up or down at each point. A point with both counts as down. */
export const ofDevice = ({
  at,
  until,
  onlinePercent,
}: {
  at: readonly string[];
  until: string;
  onlinePercent: Column;
}): Props['site'] => ({
  at,
  until,
  online: onlinePercent,
  offline: onlinePercent.map((value) => (value === null ? null : 100 - value)),
  reachability: [],
});

/** The number of gaps listed. The strip shows all of them. */
const MOST_LISTED = 4;

const hatched = 'repeating-linear-gradient(-45deg, var(--chakra-colors-fg-muted) 0 1px, transparent 1px 5px)';

/** Full height if everything is online, half if something is offline, hatched if unknown. */
const looks: Record<Availability, object> = {
  online: { bg: 'state.ok', h: 'full' },
  offline: { bg: 'state.warning', h: '50%' },
  unknown: { background: hatched, h: 'full' },
};

/** Shows when all of a site's devices, or one, were online, some were offline, or their state was unknown and why. */
export function AvailabilityStrip({ site, brief, single, marked }: Props) {
  const runs = runsOf(site.online, site.offline);
  const words = single ? wordsOfOne : wordsOfAll;
  const gaps = unreachableIntervals(site.reachability);
  const [from] = site.at;
  const period = from ? `, from ${timeWords(from)} to ${timeWords(site.until)}` : '';
  return (
    <div>
      {from && marked && <MarkedPeriod {...marked} begin={from} end={site.until} />}
      <chakra.div
        role="img"
        aria-label={`${single ? summaryOfOne(runs) : summaryOf(runs)}${period}`}
        display="flex"
        alignItems="flex-end"
        h={7}
        borderRadius="sm"
        overflow="hidden"
      >
        {runs.map(({ standing, begin, length }) => (
          <chakra.span key={begin} flexGrow={length} flexBasis={0} {...looks[standing]} />
        ))}
      </chakra.div>
      {from && <TimeAxis from={from} until={site.until} />}
      {!brief && (
        <Hint as="div" display="flex" flexWrap="wrap" columnGap={5} rowGap={1} mt={2}>
          <StatusDot state="ok" word={words.online} />
          <StatusDot state="warning" word={words.offline} />
          <StatusDot state="unknown" word={words.unknown} />
        </Hint>
      )}
      {!brief && (
        <ChartTable
          label="Availability"
          by="by interval"
          columns={['From', 'For', single ? 'State' : 'Devices']}
          rows={runs.map((run) => rowOf(run, site, words)).reverse()}
        />
      )}
      {!brief && gaps.length > 0 && (
        <chakra.ul listStyleType="none" mt={2} textStyle="sm">
          {gaps.slice(0, MOST_LISTED).map((gap) => (
            <li key={gap.from.toISOString()}>{gapWords(gap)}</li>
          ))}
          {gaps.length > MOST_LISTED && (
            <chakra.li color="fg.muted">and {gaps.length - MOST_LISTED} more times</chakra.li>
          )}
        </chakra.ul>
      )}
    </div>
  );
}

/** A line above the part of the strip that is in a period. */
function MarkedPeriod({ from, until, begin, end }: Record<'from' | 'until' | 'begin' | 'end', string>) {
  const [first, last] = [Date.parse(begin), Date.parse(end)];
  const share = (time: string) =>
    (Math.min(Math.max(0, Date.parse(time) - first), last - first) / (last - first)) * 100;
  return (
    <chakra.div aria-hidden position="relative" h={1.5}>
      <chakra.span
        position="absolute"
        top={0}
        h="3px"
        minW={1}
        borderRadius="full"
        bg="fg.muted"
        style={{ left: `${share(from)}%`, width: `${share(until) - share(from)}%` }}
      />
    </chakra.div>
  );
}

const wordsOfAll: Record<Availability, string> = {
  online: 'All online',
  offline: 'Some offline',
  unknown: 'Unknown',
};

const wordsOfOne: Record<Availability, string> = {
  online: 'Online',
  offline: 'Offline or impaired',
  unknown: 'Unknown',
};

/** A row of the table. An interval lasts until the next one begins. */
function rowOf(
  { standing, begin, length }: Run,
  { at, until }: Props['site'],
  words: Record<Availability, string>,
): [string, string, string] {
  const [from, to] = [at[begin] ?? until, at[begin + length] ?? until];
  return [timeWords(from), formatDuration(Date.parse(to) - Date.parse(from)), words[standing]];
}

/** "Unknown from 16 Nov 2026, 08:17 to 08:41: UniFi returned a server error (502)." */
function gapWords({ from, until, problem }: UnreachableInterval): string {
  const end = formatDate(from) === formatDate(until) ? formatTime(until) : formatDateTime(until);
  return `Unknown from ${formatDateTime(from)} to ${end}: ${problem ?? 'not checked, because Netlantern wasn’t running or the controller was paused.'}`;
}

const summaryOf = (runs: readonly Run[]): string => {
  const percent = shares(runs);
  return `All devices online ${percent('online')} of the time, some offline ${percent('offline')}, unknown ${percent('unknown')}`;
};

const summaryOfOne = (runs: readonly Run[]): string => {
  const percent = shares(runs);
  return `Online ${percent('online')} of the time, offline or impaired ${percent('offline')}, unknown ${percent('unknown')}`;
};

function shares(runs: readonly Run[]): (standing: Availability) => string {
  const all = runs.reduce((sum, { length }) => sum + length, 0);
  const share = (standing: Availability) =>
    runs.filter((run) => run.standing === standing).reduce((sum, { length }) => sum + length, 0) / (all || 1);
  return (standing) => formatPercent(share(standing) * 100, 1);
}

type Column = readonly (number | null)[];

/** A run of points with the same state. */
type Availability = 'online' | 'offline' | 'unknown';

interface Run {
  standing: Availability;
  /** Index of the first point. */
  begin: number;
  /** Number of points. */
  length: number;
}

/** Groups consecutive points with the same state, as the strip draws them. */
export function runsOf(online: Column, offline: Column): Run[] {
  const runs: Run[] = [];
  for (const [at, count] of online.entries()) {
    const standing = count === null ? 'unknown' : (offline[at] ?? 0) > 0 ? 'offline' : 'online';
    const last = runs.at(-1);
    if (last?.standing === standing) last.length += 1;
    else runs.push({ standing, begin: at, length: 1 });
  }
  return runs;
}

interface ReachabilityInterval {
  from: string;
  until: string;
  seen: boolean;
  problem: string | null;
}

/** A period with an unknown state, and why. `null` if nothing was checked. */
interface UnreachableInterval {
  from: Date;
  until: Date;
  problem: string | null;
}

/** In milliseconds. Intervals adjoin to the second. */
const together = 60_000;

/** The periods in which a site's state was unknown, latest first. */
export function unreachableIntervals(reachability: readonly ReachabilityInterval[]): UnreachableInterval[] {
  const unseen: UnreachableInterval[] = [];
  let reached: Date | undefined;
  for (const { from, until, seen, problem } of reachability) {
    const [begun, ended] = [new Date(from), new Date(until)];
    if (reached && begun.getTime() - reached.getTime() > together)
      unseen.push({ from: reached, until: begun, problem: null });
    if (!seen) unseen.push({ from: begun, until: ended, problem });
    reached = reached && reached > ended ? reached : ended;
  }
  return unseen.reverse();
}
