import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { OwnDates } from '#web/ui/OwnDates.tsx';
import { Select } from '#web/ui/Select.tsx';
import { spans, type Chosen } from './period.ts';

type Props = {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** What the server made of it. */
  shown?: { from: string; to: string };
};

const own = 'own';
const options = [
  ...spans.map((days) => ({ value: String(days), label: `Last ${days} days` })),
  { value: own, label: 'Own dates…' },
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
