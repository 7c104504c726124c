import { chakra, Skeleton } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Delayed } from './Loading.tsx';

type Props = {
  label: string;
  /** Undefined while loading, null where nothing was measured. */
  value: ReactNode;
  unit?: string;
  /** What it counts. */
  note: ReactNode;
};

/** One measured figure of the strip. */
export function Figure({ label, value, unit, note }: Props) {
  const isKnown = value !== undefined && value !== null;
  return (
    <chakra.div bg="bg.panel" px={{ base: 3.5, md: 5 }} py={4} minW={0}>
      <chakra.dt textStyle="sm" color="fg.muted">
        {label}
      </chakra.dt>
      <chakra.dd>
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
            <Delayed>
              <Skeleton h={6} w={20} />
            </Delayed>
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
      </chakra.dd>
    </chakra.div>
  );
}
