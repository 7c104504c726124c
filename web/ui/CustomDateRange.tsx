import { Button, chakra, Input } from '@chakra-ui/react';
import { useId, useState, type FormEvent } from 'react';
import { useClock } from '#web/lib/useClock.ts';
import { utcDayOf } from '#web/lib/format.ts';

/** No data is older. */
const EARLIEST = '2000-01-01';

type Dates = {
  /** Days: `2026-11-22`. */
  from?: string;
  to?: string;
  onChoose: (dates: { from: string; to: string }) => void;
  /** The last day to choose. Today in UTC by default. */
  today?: string;
  size?: 'sm';
};

/** Chooses a first and a last day, up to today. */
export function CustomDateRange({ from, to, onChoose, size, today: ownToday }: Dates) {
  const now = useClock('quarter');
  const today = ownToday ?? utcDayOf(new Date(now));
  const error = useId();
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [first, last] = [String(given.get('from')), String(given.get('to'))];
    const sentence = wrongWith(first, last, today);
    setWrong(sentence);
    if (!sentence) onChoose({ from: first, to: last });
  };
  const shared = {
    type: 'date',
    size,
    w: '10rem',
    min: EARLIEST,
    max: today,
    'aria-describedby': wrong && error,
  } as const;
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
      <Button type="submit" variant="outline" size={size}>
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

/** The server checks the same, but this shows errors before a request. */
function wrongWith(from: string, to: string, today: string): string | undefined {
  if (!from || !to) return 'Choose the first and the last day.';
  if (from < EARLIEST) return 'Choose a first day in this century.';
  if (from > to) return 'The period must start before it ends.';
  return to > today ? "The period can't end after today." : undefined;
}
