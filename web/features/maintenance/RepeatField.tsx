import { useFormikContext } from 'formik';
import { Choice } from '#web/ui/Choice.tsx';
import { isWall, weekdayOf } from './wall-time.ts';
import type { WindowValues } from './window-form.ts';

const choices = [
  { value: 'once', label: 'Once' },
  { value: 'weekly', label: 'Every week' },
] as const;

/** Once, or every week: then on the weekday of its start until others are chosen. */
export function RepeatField() {
  const { values, setValues } = useFormikContext<WindowValues>();
  const choose = (next: string) => {
    const repeats = next === 'weekly' ? 'weekly' : 'once';
    const isFirst = repeats === 'weekly' && values.weekdays.length === 0 && isWall(values.startsAt);
    const weekdays = isFirst ? [weekdayOf(values.startsAt)] : values.weekdays;
    void setValues({ ...values, repeats, weekdays });
  };
  return <Choice label="How often" value={values.repeats} options={choices} onChange={choose} />;
}
