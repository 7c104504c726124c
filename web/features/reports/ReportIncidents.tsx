import { chakra } from '@chakra-ui/react';
import { typeWords } from '#web/features/alerts/alert-words.ts';
import type { ReportIncidentsFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatDateTime, formatNumber, formatTimeRange } from '#web/lib/format.ts';
import { Card } from '#web/ui/Card.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { ToRows } from './ReportFigures.tsx';
import { rowsPath, spanWords, type Scope } from './report-words.ts';

export const ReportIncidentsFields = graphql(`
  fragment ReportIncidentsFields on Report {
    figures {
      incidents
    }
    incidents {
      alertId
      type
      severity
      deviceName
      siteName
      from
      until
      seconds
    }
    planned {
      name
      siteName
      deviceName
      from
      until
    }
  }
`);

type Parts = ReportIncidentsFieldsFragment;
type Props = { report: FragmentType<typeof ReportIncidentsFields>; scope: Scope };

/** The longest incidents of a report, and the planned work that it leaves out. */
export function ReportIncidents({ scope, ...props }: Props) {
  const { incidents, planned, figures } = readFragment(ReportIncidentsFields, props.report);
  return (
    <>
      <chakra.section aria-labelledby="incidents">
        <SectionTitle id="incidents" mb={3}>
          {figures.incidents > incidents.length
            ? `The ${incidents.length} longest of ${formatNumber(figures.incidents)} incidents`
            : 'Incidents, longest first'}
        </SectionTitle>
        {incidents.length === 0 ? (
          <Card px={4} py={3}>
            <Muted>No incidents in this month.</Muted>
          </Card>
        ) : (
          <Incidents incidents={incidents} />
        )}
        {figures.incidents > incidents.length && (
          <chakra.p mt={3}>
            <ToRows to={rowsPath(scope, 'incidents')}>View all incidents in the alert history</ToRows>
          </chakra.p>
        )}
      </chakra.section>
      {planned.length > 0 && (
        <chakra.section aria-labelledby="planned">
          <SectionTitle id="planned" mb={3}>
            Planned work, left out
          </SectionTitle>
          <PlannedWork planned={planned} />
        </chakra.section>
      )}
    </>
  );
}

const incidentColumns = { base: 'minmax(0, 1fr) auto', lg: '6.25rem minmax(0, 1fr) 11rem 20rem 6rem' };

const Incidents = ({ incidents }: Pick<Parts, 'incidents'>) => (
  <GridTable
    label="Incidents"
    columns={incidentColumns}
    head={
      <>
        <span role="columnheader">Severity</span>
        <span role="columnheader">Where</span>
        <span role="columnheader">What</span>
        <span role="columnheader">When</span>
        <chakra.span role="columnheader" textAlign="end">
          Lasted
        </chakra.span>
      </>
    }
  >
    {incidents.map(({ alertId, type, severity, deviceName, siteName, seconds, ...when }) => (
      <chakra.div
        key={alertId}
        role="row"
        position="relative"
        display="grid"
        gridTemplateColumns={incidentColumns}
        columnGap={4}
        alignItems="center"
        px={4}
        py={2}
        minH={{ base: 14, lg: 10 }}
        borderTopWidth="1px"
      >
        <chakra.div role="cell" hideBelow="lg">
          <SeverityBadge state={severity} />
        </chakra.div>
        <chakra.div role="cell" minW={0} overflowWrap="anywhere">
          <ToRows to={`/alerts/${alertId}`}>{deviceName ?? siteName}</ToRows>
          {deviceName && deviceName !== siteName && (
            <Muted as="span" ms={2}>
              {siteName}
            </Muted>
          )}
          <Hint as="div" hideFrom="lg">
            {`${severity} · ${typeWords[type]} · ${whenWords(when)}`}
          </Hint>
        </chakra.div>
        <chakra.div role="cell" hideBelow="lg">
          {typeWords[type]}
        </chakra.div>
        <chakra.div role="cell" hideBelow="lg" color="fg.muted">
          {whenWords(when)}
        </chakra.div>
        <chakra.div role="cell" textAlign="end" whiteSpace="nowrap">
          {spanWords(seconds)}
        </chakra.div>
      </chakra.div>
    ))}
  </GridTable>
);

const plannedColumns = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr) 20rem' };

const PlannedWork = ({ planned }: Pick<Parts, 'planned'>) => (
  <GridTable
    label="Planned work"
    columns={plannedColumns}
    head={
      <>
        <span role="columnheader">Maintenance window</span>
        <span role="columnheader">Where</span>
        <span role="columnheader">When</span>
      </>
    }
  >
    {planned.map(({ name, siteName, deviceName, ...when }) => (
      <chakra.div
        key={`${name} ${siteName ?? ''} ${deviceName ?? ''} ${when.from}`}
        role="row"
        display="grid"
        gridTemplateColumns={plannedColumns}
        columnGap={4}
        alignItems="center"
        px={4}
        py={2}
        minH={10}
        borderTopWidth="1px"
      >
        <chakra.div role="cell" overflowWrap="anywhere">
          {name}
        </chakra.div>
        <Muted role="cell" overflowWrap="anywhere">
          {deviceName ?? siteName ?? 'Every site that the window covers'}
        </Muted>
        <Muted role="cell">{whenWords(when)}</Muted>
      </chakra.div>
    ))}
  </GridTable>
);

const whenWords = ({ from, until }: { from: string; until?: string | null }): string =>
  until
    ? formatTimeRange(new Date(from), new Date(until))
    : `since ${formatDateTime(new Date(from))}, not over yet`;
