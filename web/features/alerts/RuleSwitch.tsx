import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ActiveSwitch } from '#web/ui/ActiveSwitch.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { UpdateAlertRule } from './alerts.gql.ts';
import type { Rule } from './rule-form.ts';

/** Active or Inactive, at a touch (for a viewer a word); it goes back when it could not be saved. Read out with its rule's name. */
export function RuleSwitch({ rule, nameId }: { rule: Rule; nameId: string }) {
  const looksOnly = useLooksOnly();
  const [update] = useMutation(UpdateAlertRule);
  const set = async (isActive: boolean) => {
    try {
      await update({
        variables: { id: rule.id, input: { isActive } },
        optimisticResponse: { updateAlertRule: { ...rule, isActive } },
      });
      toast({ title: 'Alert rule updated successfully', type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Error', fallback: 'Failed to update alert rule' });
    }
  };
  if (looksOnly) return <chakra.span textStyle="sm">{rule.isActive ? 'Active' : 'Inactive'}</chakra.span>;
  return (
    <ActiveSwitch isActive={rule.isActive} nameId={nameId} onChange={(isActive) => void set(isActive)} />
  );
}
