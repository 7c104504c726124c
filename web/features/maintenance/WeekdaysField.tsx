import { chakra, Checkbox, VisuallyHidden } from '@chakra-ui/react';
import { StateShape } from '#web/ui/StateShape.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { weekdayName, weekdays } from './wall-time.ts';

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
