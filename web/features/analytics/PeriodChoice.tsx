import { Button, chakra, Input } from '@chakra-ui/react';
import { useId, useState, type FormEvent } from 'react';
import { dayOf } from '#web/lib/utc-day.ts';
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

type Dates = { from?: string; to?: string; onChoose: (chosen: Chosen) => void };

function OwnDates({ from, to, onChoose }: Dates) {
  const error = useId();
  const [wrong, setWrong] = useState<string>();
  const today = dayOf(new Date());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [first, last] = [String(given.get('from')), String(given.get('to'))];
    const sentence = wrongWith(first, last, today);
    setWrong(sentence);
    if (!sentence) onChoose({ from: first, to: last });
  };
  const shared = { type: 'date', w: '10rem', max: today, 'aria-describedby': wrong && error } as const;
  return (
    <chakra.form onSubmit={submit} noValidate display="flex" flexWrap="wrap" alignItems="flex-end" gap={2}>
      <Input
        name="from"
        aria-label="First day"
        defaultValue={from}
        aria-invalid={!!wrong || undefined}
        {...shared}
      />
      <Input
        name="to"
        aria-label="Last day"
        defaultValue={to}
        aria-invalid={!!wrong || undefined}
        {...shared}
      />
      <Button type="submit" variant="outline">
        Show
      </Button>
      {wrong && (
        <chakra.p id={error} role="alert" textStyle="sm" color="fg.error" flexBasis="full">
          {wrong}
        </chakra.p>
      )}
    </chakra.form>
  );
}

/** The server judges the same; here it is said before it is asked. */
function wrongWith(from: string, to: string, today: string): string | undefined {
  if (!from || !to) return 'Choose the first and the last day.';
  if (from > to) return 'The period begins before it ends.';
  return to > today ? 'The period ends today at the latest.' : undefined;
}
