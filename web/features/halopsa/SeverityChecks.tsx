import { chakra, Checkbox } from '@chakra-ui/react';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { StateShape } from '#web/ui/StateShape.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';

type Props = {
  offered: readonly AlertSeverity[];
  chosen: readonly AlertSeverity[];
  onChange: (chosen: AlertSeverity[]) => void;
  error?: string;
  disabled?: boolean;
};

/** How bad an alert must be to become a ticket. */
export function SeverityChecks({ offered, chosen, onChange, error, disabled }: Props) {
  const choose = (severity: AlertSeverity, isOn: boolean) =>
    onChange(isOn ? [...chosen, severity] : chosen.filter((one) => one !== severity));
  return (
    <chakra.fieldset minW={0}>
      <chakra.legend fontWeight="medium" mb={2}>
        Severities
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" columnGap={6} rowGap={2.5}>
        {offered.map((severity) => (
          <Checkbox.Root
            key={severity}
            checked={chosen.includes(severity)}
            disabled={disabled}
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
      {chosen.length === 0 && (
        <chakra.p mt={1.5} textStyle="sm" color="fg.muted">
          With none chosen no ticket is opened.
        </chakra.p>
      )}
      {error && (
        <chakra.p mt={1.5} textStyle="sm" color="fg.error" display="flex" alignItems="center" gap={1.5}>
          <StateShape state="critical" size={10} />
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}
