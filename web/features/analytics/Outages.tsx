import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { dayAndTime, span } from '#web/lib/dates.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Figures } from './FiguresStrip.tsx';

/** When the product did not run, the latest first; and since when that is known. */
export function Outages({ figures }: { figures: Figures }) {
  const { uptimeSince, outages, systemUptime, measuredMinutes } = figures;
  if (!uptimeSince)
    return <Words>Nothing was measured yet: the first minute counts as soon as it is over.</Words>;
  const since = `Measured since ${dayAndTime(new Date(uptimeSince))}; hatched before.`;
  if (systemUptime === null) return <Words>Nothing was measured in this period. {since}</Words>;
  return (
    <>
      <Words>
        {outages.length === 0 && 'No outage in '}
        {outages.length === 1 && '1 outage in '}
        {outages.length > 1 && `${outages.length} outages in `}
        {span(measuredMinutes * 60_000)}. {since}
      </Words>
      {outages.length > 0 && (
        <chakra.ul
          listStyleType="none"
          mt={2}
          maxH={48}
          overflowY="auto"
          tabIndex={0}
          aria-label="Outages"
          borderWidth="1px"
          borderRadius="control"
          textStyle="sm"
          fontVariantNumeric="tabular-nums"
          css={{ '& > li + li': { borderTopWidth: '1px' } }}
        >
          {outages.map(({ from, until }) => (
            <chakra.li key={from} display="flex" flexWrap="wrap" columnGap={3} px={3} py={1.5}>
              <StatusDot state={until ? 'warning' : 'critical'} word={lengthOf(from, until)} />
              <chakra.span color="fg.muted" ms="auto">
                {dayAndTime(new Date(from))} to {until ? dayAndTime(new Date(until)) : 'now'}
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </>
  );
}

const lengthOf = (from: string, until: string | null): string =>
  until ? span(Date.parse(until) - Date.parse(from)) : 'Lasts';

const Words = ({ children }: { children: ReactNode }) => (
  <chakra.p textStyle="sm" color="fg.muted" mt={1}>
    {children}
  </chakra.p>
);
