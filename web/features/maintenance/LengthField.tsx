import { chakra, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { useFormField } from '#web/ui/useFormField.ts';

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
