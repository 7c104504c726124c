import { chakra } from '@chakra-ui/react';
import { clockTime, dayAndTime, dayOf, span } from '#web/lib/dates.ts';
import { timeWords } from '#web/ui/chart-time.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { TableBehind } from '#web/ui/TableBehind.tsx';

type Props = {
  site: {
    at: readonly string[];
    /** Where the last point ends. */
    until: string;
    online: readonly (number | null)[];
    offline: readonly (number | null)[];
    sights: readonly { from: string; until: string; seen: boolean; problem: string | null }[];
  };
  /** The strip alone: the rest stands on the controller's page. */
  brief?: boolean;
};

/** As many gaps are told one by one; the strip shows them all. */
const MOST_LISTED = 4;

const hatched = 'repeating-linear-gradient(-45deg, var(--chakra-colors-fg-muted) 0 1px, transparent 1px 5px)';

/** Full height where all is well, half of it where something is down, hatched where nothing is known. */
const looks: Record<Availability, object> = {
  online: { bg: 'state.ok', h: 'full' },
  offline: { bg: 'state.warning', h: '50%' },
  unknown: { background: hatched, h: 'full' },
};

/** When all devices of a site were online, when some were not, and when nobody could tell, with the reasons. */
export function AvailabilityStrip({ site, brief }: Props) {
  const runs = runsOf(site.online, site.offline);
  const gaps = unreachableIntervals(site.sights);
  return (
    <div>
      <chakra.div
        role="img"
        aria-label={summaryOf(runs)}
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
      {!brief && (
        <chakra.div
          display="flex"
          flexWrap="wrap"
          columnGap={5}
          rowGap={1}
          mt={2}
          textStyle="sm"
          color="fg.muted"
        >
          <StatusDot state="ok" word={words.online} />
          <StatusDot state="warning" word={words.offline} />
          <StatusDot state="unknown" word={words.unknown} />
        </chakra.div>
      )}
      {!brief && (
        <TableBehind
          label="Availability"
          by="stretch by stretch"
          columns={['From', 'For', 'Devices']}
          rows={runs.map((run) => rowOf(run, site)).reverse()}
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

const words: Record<Availability, string> = {
  online: 'All online',
  offline: 'Some offline',
  unknown: 'Not known',
};

/** A stretch as the table tells it: it lasts until the next begins. */
function rowOf({ standing, begin, length }: Run, { at, until }: Props['site']): [string, string, string] {
  const [from, to] = [at[begin] ?? until, at[begin + length] ?? until];
  return [timeWords(from), span(Date.parse(to) - Date.parse(from)), words[standing]];
}

/** "Not known 16 Nov 2026, 08:17 to 08:41: UniFi returned a server error (502)." */
function gapWords({ from, until, problem }: UnreachableInterval): string {
  const end = dayOf(from) === dayOf(until) ? clockTime(until) : dayAndTime(until);
  return `Not known ${dayAndTime(from)} to ${end}: ${problem ?? 'nobody looked, Netlantern was not running or the controller was paused.'}`;
}

function summaryOf(runs: readonly Run[]): string {
  const all = runs.reduce((sum, { length }) => sum + length, 0);
  const share = (standing: Availability) =>
    runs.filter((run) => run.standing === standing).reduce((sum, { length }) => sum + length, 0) / (all || 1);
  const percent = (standing: Availability) =>
    share(standing).toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 1 });
  return `All devices online ${percent('online')} of the time, some offline ${percent('offline')}, not known ${percent('unknown')}`;
}

type Column = readonly (number | null)[];

/** How the devices of a site stood in a row of points. */
type Availability = 'online' | 'offline' | 'unknown';

interface Run {
  standing: Availability;
  /** The first of its points. */
  begin: number;
  /** Points. */
  length: number;
}

/** Points of the same standing in a row, one after another: what a strip draws. */
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

/** A time in which nothing is known, and why: null where nobody looked. */
interface UnreachableInterval {
  from: Date;
  until: Date;
  problem: string | null;
}

/** Milliseconds: one stretch begins where the other ends, to the second. */
const together = 60_000;

/** When a site was not seen between the first and the last time that anybody looked, the latest first. */
export function unreachableIntervals(sights: readonly ReachabilityInterval[]): UnreachableInterval[] {
  const unseen: UnreachableInterval[] = [];
  let reached: Date | undefined;
  for (const { from, until, seen, problem } of sights) {
    const [begun, ended] = [new Date(from), new Date(until)];
    if (reached && begun.getTime() - reached.getTime() > together)
      unseen.push({ from: reached, until: begun, problem: null });
    if (!seen) unseen.push({ from: begun, until: ended, problem });
    reached = reached && reached > ended ? reached : ended;
  }
  return unseen.reverse();
}
