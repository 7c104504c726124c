import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { CustomDateRange } from '#web/ui/CustomDateRange.tsx';
import { Select } from '#web/ui/Select.tsx';

/** The period in the address, as the query's variables. */
export type Chosen = { days?: number; from?: string; to?: string };

const spans = [7, 30, 90, 365];
const usual = 30;

const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** Custom dates take precedence over a number of days. Invalid values fall back to the default. */
export function chosenIn(params: URLSearchParams): Chosen {
  const [from, to] = [params.get('from'), params.get('to')];
  if (isDay(from)) return { from, ...(isDay(to) && { to }) };
  const days = Number(params.get('days'));
  return { days: spans.includes(days) ? days : usual };
}

/** Sets the period in the address and keeps its other parameters. */
export function withPeriod(params: URLSearchParams, { days, from, to }: Chosen): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ days: days === usual ? undefined : days, from, to })) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}

type Props = {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** The period that the server used. */
  shown?: { from: string; to: string };
};

const own = 'own';
const options = [
  ...spans.map((days) => ({ value: String(days), label: `Last ${days} days` })),
  { value: own, label: 'Custom dates…' },
];

/** Chooses the period: the last days, or custom dates. */
export function PeriodChoice({ chosen, onChoose, shown }: Props) {
  const [asking, setAsking] = useState(chosen.from !== undefined);
  const choose = (value: string) => {
    setAsking(value === own);
    if (value !== own) onChoose({ days: Number(value) });
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="flex-end" gap={2}>
      <Select
        aria-label="Period"
        w="10rem"
        options={options}
        value={asking ? own : String(chosen.days)}
        onChange={({ target }) => choose(target.value)}
      />
      {asking && (
        <CustomDateRange from={chosen.from ?? shown?.from} to={chosen.to ?? shown?.to} onChoose={onChoose} />
      )}
    </chakra.div>
  );
}
