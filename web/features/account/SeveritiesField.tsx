import { chakra } from '@chakra-ui/react';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { StateChecks } from '#web/ui/StateChecks.tsx';
import { useFormField } from '#web/ui/useFormField.ts';

/** The worst first, as alerts are sorted. */
const severities: readonly AlertSeverity[] = ['critical', 'error', 'warning', 'info'];

/** How bad an alert must be to be sent. */
export function SeveritiesField() {
  const { field, helpers, error } = useFormField<AlertSeverity[]>('severities');
  return (
    <>
      <StateChecks
        offered={severities}
        chosen={field.value}
        onChange={(chosen) => void helpers.setValue(chosen)}
      />
      {error && (
        <chakra.p textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </>
  );
}
