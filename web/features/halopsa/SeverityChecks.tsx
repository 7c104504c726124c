import { chakra } from '@chakra-ui/react';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { StateChecks } from '#web/ui/StateChecks.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';

type Props = {
  offered: readonly AlertSeverity[];
  chosen: readonly AlertSeverity[];
  onChange: (chosen: AlertSeverity[]) => void;
  error?: string;
  disabled?: boolean;
};

/** How bad an alert must be to become a ticket. */
export function SeverityChecks({ error, ...checks }: Props) {
  return (
    <chakra.fieldset minW={0}>
      <chakra.legend fontWeight="medium" mb={2}>
        Severities
      </chakra.legend>
      <StateChecks {...checks} />
      {error && (
        <chakra.p mt={1.5} textStyle="sm" color="fg.error" display="flex" alignItems="center" gap={1.5}>
          <StateShape state="critical" size={10} />
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}
