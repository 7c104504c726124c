import { chakra, Skeleton } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { InfoTip } from './InfoTip.tsx';
import { Delayed, waiting } from './Loading.tsx';

type Props = {
  label: string;
  /** Undefined while loading, null where nothing was measured. */
  value: ReactNode;
  unit?: string;
  /** What it counts. */
  note: ReactNode;
  /** How it's computed, behind a button. */
  formula?: ReactNode;
  /** Its course, below the value. */
  trend?: ReactNode;
};

/** One measured figure of the strip. */
export function Figure({ label, value, unit, note, formula, trend }: Props) {
  const isKnown = value !== undefined && value !== null;
  return (
    <chakra.div bg="bg.panel" px={{ base: 3.5, md: 5 }} py={4} minW={0} display="flex" flexDirection="column">
      <chakra.dt textStyle="sm" color="fg.muted" display="flex" alignItems="center" gap={1}>
        {label}
        {formula && <InfoTip label={`How ${label} is computed`}>{formula}</InfoTip>}
      </chakra.dt>
      <chakra.dd flex={1} display="flex" flexDirection="column">
        <chakra.div
          minH={9}
          mt={0.5}
          display="flex"
          alignItems="center"
          textStyle="2xl"
          fontWeight="semibold"
          fontVariantNumeric="tabular-nums"
          whiteSpace="nowrap"
        >
          {value === undefined && (
            <div {...waiting}>
              <Delayed>
                <Skeleton h={6} w={20} />
              </Delayed>
            </div>
          )}
          {value === null && (
            <chakra.span textStyle="lg" fontWeight="normal" letterSpacing="normal" color="fg.muted">
              No data yet
            </chakra.span>
          )}
          {isKnown && (
            <span>
              {value}
              {unit && (
                <chakra.span ms={1} textStyle="lg" fontWeight="medium" color="fg.muted">
                  {unit}
                </chakra.span>
              )}
            </span>
          )}
        </chakra.div>
        <chakra.div mt={0.5} textStyle="xs" color="fg.muted">
          {note}
        </chakra.div>
        {/* Side by side, trends start at the same height. */}
        {trend && <chakra.div mt="auto">{trend}</chakra.div>}
      </chakra.dd>
    </chakra.div>
  );
}
