import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { AlertConditionsQuery } from '#web/gql/graphql.ts';
import { sentence } from '#web/lib/sentence.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { AlertConditions } from './alerts.gql.ts';
import { ALL_CONTROLLERS, type RuleValues } from './rule-form.ts';
import { conditions, conditionWords } from './words.ts';

type Support = AlertConditionsQuery['alertConditions'][number];

/** What the rule looks for. What cannot be measured there is not offered, and the reason stands below. */
export function ConditionField() {
  const { controllerId } = useFormikContext<RuleValues>().values;
  const { data } = useQuery(AlertConditions, {
    variables: { controllerId: controllerId === ALL_CONTROLLERS ? null : controllerId },
  });
  const unsupported = (data?.alertConditions ?? []).filter(({ supported }) => !supported);
  const options = conditions.map((condition) => {
    const disabled = unsupported.some((one) => one.condition === condition);
    const label = `${conditionWords[condition]}${disabled ? ' (cannot be measured)' : ''}`;
    return { value: condition, label, disabled };
  });
  return (
    <SelectField
      name="condition"
      label="Condition"
      placeholder="Choose what to look for"
      options={options}
      help={unsupported.length > 0 && <Reasons unsupported={unsupported} />}
    />
  );
}

/** Conditions that cannot be measured for the same reason share one sentence. */
function Reasons({ unsupported }: { unsupported: readonly Support[] }) {
  const byReason = Map.groupBy(unsupported, ({ reason }) => reason ?? 'UniFi does not offer it here');
  return [...byReason].map(([reason, group]) => (
    <chakra.span key={reason} display="block">
      {sentence(`${group.map(({ condition }) => conditionWords[condition]).join(', ')}: ${reason}`)}
    </chakra.span>
  ));
}
