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

/** What the rule looks for. Conditions that can't be measured yet are marked, with the reason below. */
export function ConditionField() {
  const { controllerId } = useFormikContext<RuleValues>().values;
  const { data } = useQuery(AlertConditions, {
    variables: { controllerId: controllerId === ALL_CONTROLLERS ? null : controllerId },
  });
  const unsupported = (data?.alertConditions ?? []).filter(({ supported }) => !supported);
  const options = conditions.map((condition) => {
    const isMeasured = !unsupported.some((one) => one.condition === condition);
    return { value: condition, label: `${conditionWords[condition]}${isMeasured ? '' : ' (not measured)'}` };
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

/** Conditions that can't be measured for the same reason share one sentence. */
function Reasons({ unsupported }: { unsupported: readonly Support[] }) {
  const byReason = Map.groupBy(unsupported, ({ reason }) => reason ?? "UniFi doesn't offer it here");
  return [...byReason].map(([reason, group]) => (
    <chakra.span key={reason} display="block">
      {sentence(`${group.map(({ condition }) => conditionWords[condition]).join(', ')}: ${reason}`)}
    </chakra.span>
  ));
}
