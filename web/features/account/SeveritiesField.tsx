import { chakra, Checkbox } from '@chakra-ui/react';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useFormField } from '#web/ui/useFormField.ts';

/** The worst first, as alerts are sorted. */
const severities: readonly AlertSeverity[] = ['critical', 'error', 'warning', 'info'];

/** How bad an alert must be to be sent. */
export function SeveritiesField() {
  const { field, helpers, error } = useFormField<AlertSeverity[]>('severities');
  const choose = (severity: AlertSeverity, chosen: boolean) =>
    void helpers.setValue(
      chosen ? [...field.value, severity] : field.value.filter((one) => one !== severity),
    );
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" columnGap={6} rowGap={2.5}>
        {severities.map((severity) => (
          <Checkbox.Root
            key={severity}
            checked={field.value.includes(severity)}
            onCheckedChange={({ checked }) => choose(severity, checked === true)}
          >
            <Checkbox.HiddenInput />
            <Checkbox.Control>
              <Checkbox.Indicator />
            </Checkbox.Control>
            <Checkbox.Label>
              <StatusDot state={severity} />
            </Checkbox.Label>
          </Checkbox.Root>
        ))}
      </chakra.div>
      {error && (
        <chakra.p textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </>
  );
}
