import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatNumber, formatPercentDown } from '#web/lib/format.ts';
import { GridTable } from '#web/ui/GridTable.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { ToRows, type FiguresOf } from './ReportFigures.tsx';
import { rowsPath, spanWords, type Rows, type Scope } from './report-words.ts';

/** A customer, a site, or all of them together. */
export type Row = {
  key: string;
  /** For screen readers, where links only show a figure. */
  of: string;
  name: ReactNode;
  /** Small, below the name. */
  note?: ReactNode;
  figures: FiguresOf;
  scope: Scope;
  /** `hostId` of a site. */
  site?: string;
  /** Where the uptime leads. */
  to?: string;
  isTotal?: boolean;
};

const columns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 3fr) 5.5rem 5.5rem 5.5rem 7rem 7rem 7rem',
} as const;

const heads = ['Uptime', 'Measured', 'Incidents', 'To acknowledge', 'To recover', 'Longest outage'];

/** Rows of figures that each lead further. */
export const ReportTable = ({ label, first, rows }: { label: string; first: string; rows: Row[] }) => (
  <GridTable
    label={label}
    columns={columns}
    head={
      <>
        <span role="columnheader">{first}</span>
        {heads.map((head) => (
          <chakra.span key={head} role="columnheader" textAlign="end">
            {head}
          </chakra.span>
        ))}
      </>
    }
  >
    {rows.map(({ key, ...row }) => (
      <FigureRow key={key} {...row} />
    ))}
  </GridTable>
);

const wide = { base: 'none', lg: 'block' } as const;

function FigureRow({ of, name, note, figures, scope, site, to, isTotal }: Omit<Row, 'key'>) {
  const { uptimePercent, measuredPercent, incidents, acknowledgeMedian, recoverMedian } = figures;
  const outage = figures.longestOutage;
  const link = (rows: Rows, words: string, what: string) => (
    <ToRows to={rowsPath(scope, rows, site)} label={`${of}: ${what} ${words}`}>
      {words}
    </ToRows>
  );
  const uptime = uptimePercent == null ? undefined : formatPercentDown(uptimePercent);
  const cells = {
    incidents: incidents > 0 ? link('incidents', formatNumber(incidents), 'incidents') : '0',
    acknowledge:
      acknowledgeMedian != null && link('acknowledged', spanWords(acknowledgeMedian), 'time to acknowledge'),
    recover: recoverMedian != null && link('recovered', spanWords(recoverMedian), 'time to recover'),
    outage: outage && (
      <ToRows to={`/alerts/${outage.alertId}`} label={`${of}: longest outage ${spanWords(outage.seconds)}`}>
        {spanWords(outage.seconds)}
      </ToRows>
    ),
  };
  return (
    <chakra.div
      role="row"
      position="relative"
      display="grid"
      gridTemplateColumns={columns}
      columnGap={4}
      alignItems={{ base: 'start', lg: 'center' }}
      px={4}
      py={2}
      minH={{ base: 14, lg: 10 }}
      borderTopWidth="1px"
      bg={isTotal ? 'bg.subtle' : undefined}
      fontWeight={isTotal ? 'medium' : undefined}
    >
      <chakra.div role="cell" minW={0} overflowWrap="anywhere">
        <chakra.span me={2}>{name}</chakra.span>
        {note && (
          <Hint as="span" fontWeight="normal">
            {note}
          </Hint>
        )}
        <Hint
          as="div"
          display={{ base: 'flex', lg: 'none' }}
          flexWrap="wrap"
          columnGap={3}
          fontWeight="normal"
        >
          {measuredPercent != null && measuredPercent < 99.95 && (
            <span>{formatPercentDown(measuredPercent, 1)} measured</span>
          )}
          <span>
            {cells.incidents} {incidents === 1 ? 'incident' : 'incidents'}
          </span>
          {cells.acknowledge && <span>Acknowledged in {cells.acknowledge}</span>}
          {cells.recover && <span>Recovered in {cells.recover}</span>}
          {cells.outage && <span>Longest {cells.outage}</span>}
        </Hint>
      </chakra.div>
      <chakra.div role="cell" textAlign="end">
        {uptime === undefined ? (
          <Muted as="span">Not measured</Muted>
        ) : to ? (
          <ToRows to={to} label={`${of}: uptime ${uptime}`}>
            {uptime}
          </ToRows>
        ) : (
          uptime
        )}
      </chakra.div>
      <Cell>{measuredPercent != null && formatPercentDown(measuredPercent, 1)}</Cell>
      <Cell>{cells.incidents}</Cell>
      <Cell>{cells.acknowledge}</Cell>
      <Cell>{cells.recover}</Cell>
      <Cell>{cells.outage}</Cell>
    </chakra.div>
  );
}

const Cell = ({ children }: { children: ReactNode }) => (
  <chakra.div role="cell" display={wide} textAlign="end" whiteSpace="nowrap">
    {children || <Muted as="span">–</Muted>}
  </chakra.div>
);
