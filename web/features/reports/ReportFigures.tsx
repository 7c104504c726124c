import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ReportFigureFieldsFragment } from '#web/gql/graphql.ts';
import { formatMonth, formatNumber, formatPercentDown } from '#web/lib/format.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { changeWords, rowsPath, severityWords, spanWords, type Rows, type Scope } from './report-words.ts';

export type FiguresOf = ReportFigureFieldsFragment;

/** A value that leads to its rows. */
export const ToRows = ({ to, label, children }: { to: string; label?: string; children: ReactNode }) => (
  <Link asChild variant="plain" color="inherit" textDecoration="underline">
    <RouterLink to={to} aria-label={label}>
      {children}
    </RouterLink>
  </Link>
);

type Props = {
  figures: FiguresOf;
  /** The month before. */
  before: { month: string; uptimePercent?: number | null; incidents: number } | undefined;
  scope: Scope;
};

/** The figures of a report, each of which leads to its rows. */
export function ReportFigures({ figures, before, scope }: Props) {
  const { uptimePercent, measuredPercent, incidents, longestOutage: outage } = figures;
  const change = changeWords(uptimePercent, before?.uptimePercent);
  const rows = (name: Rows, value: ReactNode) => <ToRows to={rowsPath(scope, name)}>{value}</ToRows>;
  const earlier = before && formatMonth(before.month);
  return (
    <FigureStrip columns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, 1fr)' }}>
      <Figure
        label="Uptime"
        value={uptimePercent == null ? null : <ToRows to="#days">{formatPercentDown(uptimePercent)}</ToRows>}
        note={change ? `${change} ${earlier}` : ''}
        formula="The time that devices were online, of the time in which their state was known. Unknown time counts as neither up nor down. It’s rounded down, so 100% means no downtime at all."
      />
      <Figure
        label="Measured"
        value={measuredPercent == null ? null : formatPercentDown(measuredPercent, 1)}
        note={
          figures.plannedSeconds > 0 ? (
            <ToRows to="#planned">{`${spanWords(figures.plannedSeconds)} device time of planned work left out`}</ToRows>
          ) : (
            'of the time'
          )
        }
        formula="How much of the time the state of the sites was known. The rest is neither up nor down: the console or UniFi didn’t answer, or the site wasn’t monitored yet. Planned work is the time of maintenance windows. Uptime leaves it out in whole hours."
      />
      <Figure
        label="Incidents"
        value={incidents > 0 ? rows('incidents', formatNumber(incidents)) : '0'}
        note={
          <>
            {[severityWords(figures), before && `${formatNumber(before.incidents)} in ${earlier}`]
              .filter(Boolean)
              .join(' · ')}
            {figures.plannedIncidents > 0 && (
              <div>{rows('planned', `${formatNumber(figures.plannedIncidents)} more in planned work`)}</div>
            )}
          </>
        }
        formula="Alerts that were raised in this month, in your team’s time zone. Alerts that were raised during planned work don’t count, unless they outlasted it. Those count from its end."
      />
      <Figure
        label="Time to acknowledge"
        value={
          figures.acknowledgeMedian == null
            ? 'None'
            : rows('acknowledged', spanWords(figures.acknowledgeMedian))
        }
        note={timeNote(figures.acknowledgeP90, figures.acknowledged, 'acknowledged')}
        formula="From raising an incident until someone acknowledged it. Half of the acknowledged incidents took at most this median."
      />
      <Figure
        label="Time to recover"
        value={figures.recoverMedian == null ? 'None' : rows('recovered', spanWords(figures.recoverMedian))}
        note={timeNote(figures.recoverP90, figures.recovered, 'recovered')}
        formula="From raising an incident until it recovered. Half of the recovered incidents took at most this median. Incidents that ended because monitoring stopped don’t count."
      />
      <Figure
        label="Longest outage"
        value={
          outage ? <ToRows to={`/alerts/${outage.alertId}`}>{spanWords(outage.seconds)}</ToRows> : 'None'
        }
        note={
          outage ? (
            <chakra.span overflowWrap="anywhere">
              {outage.deviceName && outage.deviceName !== outage.siteName
                ? `${outage.deviceName} (${outage.siteName})`
                : outage.siteName}
            </chakra.span>
          ) : (
            'no device or console'
          )
        }
        formula="The longest time for which an alert rule saw a device or console offline. Only the part within this month counts. An outage that began during planned work counts from its end."
      />
    </FigureStrip>
  );
}

const timeNote = (p90: number | null | undefined, count: number, word: string): string =>
  p90 == null ? `none ${word}` : `median of ${formatNumber(count)}, 90% within ${spanWords(p90)}`;
