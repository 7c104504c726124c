import { useMutation } from '@apollo/client/react';
import { yupFor } from '#web/lib/yup-for.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { AlertRules, CreateAlertRule, UpdateAlertRule } from './alerts.gql.ts';
import { RuleFields } from './RuleFields.tsx';
import { toInput, toValues, type Rule, type RuleValues } from './rule-form.ts';

const rules = yupFor('AlertRuleInput');

type Props = { rule?: Rule; onClose: () => void };

/** Creates a rule, or edits the one it is given. */
export function RuleDialog({ rule, onClose }: Props) {
  const [create] = useMutation(CreateAlertRule, { refetchQueries: [AlertRules], awaitRefetchQueries: true });
  const [update] = useMutation(UpdateAlertRule, { refetchQueries: [AlertRules], awaitRefetchQueries: true });

  const save = async (values: RuleValues) => {
    const input = toInput(values);
    await (rule ? update({ variables: { id: rule.id, input } }) : create({ variables: { input } }));
    onClose();
  };
  return (
    <EditDialog
      title={rule ? 'Edit Alert Rule' : 'Create Alert Rule'}
      size="lg"
      onClose={onClose}
      submit={rule ? 'Save Rule' : 'Create Rule'}
      initial={toValues(rule)}
      rules={rules}
      onSubmit={save}
      success={{
        title: rule ? 'Alert rule updated successfully' : 'Alert rule created successfully',
        type: 'success',
      }}
      failure={{
        title: 'Error',
        fallback: rule ? 'Failed to update alert rule' : 'Failed to create alert rule',
      }}
    >
      <RuleFields />
    </EditDialog>
  );
}
