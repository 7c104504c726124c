import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { OwnDates } from '#web/ui/OwnDates.tsx';
import { Select } from '#web/ui/Select.tsx';

/** What the address says of the period, as the server takes it. */
export type Chosen = { days?: number; from?: string; to?: string };

const spans = [7, 30, 90, 365];
const usual = 30;

const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** Own dates go before a number of days; what makes no sense counts as the usual. */
export function chosenIn(params: URLSearchParams): Chosen {
  const [from, to] = [params.get('from'), params.get('to')];
  if (isDay(from)) return { from, ...(isDay(to) && { to }) };
  const days = Number(params.get('days'));
  return { days: spans.includes(days) ? days : usual };
}

/** The address of a period; whatever else it says stays. */
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
  /** What the server made of it. */
  shown?: { from: string; to: string };
};

const own = 'own';
const options = [
  ...spans.map((days) => ({ value: String(days), label: `Last ${days} days` })),
  { value: own, label: 'Custom dates…' },
];

/** Over which days the figures are: the last so many, or from one to another. */
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
        <OwnDates from={chosen.from ?? shown?.from} to={chosen.to ?? shown?.to} onChoose={onChoose} />
      )}
    </chakra.div>
  );
}
