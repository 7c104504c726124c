import { chakra, Skeleton } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** One measured figure with its name; `value` is undefined while loading, null when nothing was measured. */
export function StatCard(props: {
  label: string;
  value: ReactNode;
  unit?: string;
  note?: ReactNode;
  icon?: ReactNode;
}) {
  const { label, value, unit, note, icon } = props;
  return (
    <chakra.div px={4} py={3.5} bg="bg.panel" borderWidth="1px" borderRadius="surface" minW={0}>
      <chakra.div display="flex" justifyContent="space-between" gap={2} color="fg.muted" textStyle="sm">
        {label}
        {icon}
      </chakra.div>
      <chakra.div mt={1} minH={9} textStyle="2xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
        {value === undefined && <Skeleton h={6} w={20} mt={1.5} />}
        {value === null && (
          <chakra.span textStyle="md" fontWeight="normal" color="fg.muted">
            No data yet
          </chakra.span>
        )}
        {value}
        {value !== undefined && value !== null && unit && (
          <chakra.span ms={1} textStyle="md" fontWeight="medium" color="fg.muted">
            {unit}
          </chakra.span>
        )}
      </chakra.div>
      {note && (
        <chakra.div textStyle="xs" color="fg.muted">
          {note}
        </chakra.div>
      )}
    </chakra.div>
  );
}
