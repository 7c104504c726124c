import { chakra, Checkbox, Input, VisuallyHidden } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { Choice } from '#web/ui/Choice.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import type { WindowValues } from './window-form.ts';
import { isWall, weekdayName, weekdayOf, weekdays } from './window-words.ts';

/** How long a window lasts, in hours and minutes. */
export function LengthField({ isWeekly }: { isWeekly: boolean }) {
  const { field, helpers, error } = useFormField<number | ''>('minutes');
  const total = Number(field.value) || 0;
  const [hours, setHours] = useState(String(Math.floor(total / 60)));
  const [minutes, setMinutes] = useState(String(total % 60));
  const set = (nextHours: string, nextMinutes: string) => {
    setHours(nextHours);
    setMinutes(nextMinutes);
    void helpers.setValue(Math.trunc(Number(nextHours)) * 60 + Math.trunc(Number(nextMinutes)) || '');
  };
  return (
    <FieldShell
      label="Lasts"
      error={error}
      help={isWeekly ? '5 minutes to 24 hours.' : '5 minutes to 7 days (168 hours).'}
    >
      <chakra.div role="group" aria-label="Lasts" display="flex" alignItems="center" gap={2}>
        <Part label="hours" value={hours} onChange={(next) => set(next, minutes)} isWrong={Boolean(error)} />
        <Part
          label="minutes"
          value={minutes}
          onChange={(next) => set(hours, next)}
          isWrong={Boolean(error)}
        />
      </chakra.div>
    </FieldShell>
  );
}

type PartProps = { label: string; value: string; onChange: (value: string) => void; isWrong: boolean };

const Part = ({ label, value, onChange, isWrong }: PartProps) => (
  <chakra.span display="inline-flex" alignItems="center" gap={2} me={2}>
    <Input
      id={`lasts-${label}`}
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      w={16}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    <span aria-hidden>{label}</span>
  </chakra.span>
);

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

/** The days of a weekly window. */
export function WeekdaysField() {
  const { field, helpers, error } = useFormField<number[]>('weekdays');
  const choose = (day: number, chosen: boolean) =>
    void helpers.setValue(weekdays.filter((one) => (one === day ? chosen : field.value.includes(one))));
  return (
    <chakra.fieldset minW={0}>
      <chakra.legend fontWeight="medium" mb={2}>
        On
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" columnGap={5} rowGap={2.5}>
        {weekdays.map((day) => (
          <Checkbox.Root
            key={day}
            checked={field.value.includes(day)}
            invalid={Boolean(error)}
            onCheckedChange={({ checked }) => choose(day, checked === true)}
          >
            <Checkbox.HiddenInput />
            <Checkbox.Control>
              <Checkbox.Indicator />
            </Checkbox.Control>
            <Checkbox.Label>
              <span aria-hidden>{weekdayName(day, 'short')}</span>
              <VisuallyHidden>{weekdayName(day)}</VisuallyHidden>
            </Checkbox.Label>
          </Checkbox.Root>
        ))}
      </chakra.div>
      {error && (
        <chakra.p
          role="alert"
          mt={1.5}
          textStyle="sm"
          color="fg.error"
          display="flex"
          alignItems="center"
          gap={1.5}
        >
          <StateShape state="critical" size={10} />
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}
