import { useMutation } from '@apollo/client/react';
import { chakra, Switch } from '@chakra-ui/react';
import { useId } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
import { UpdateAlertRule } from './alerts.gql.ts';
import type { Rule } from './rule-form.ts';

/** Active or Inactive, at a touch (for a viewer a word); it goes back when it could not be saved. Read out with its rule's name. */
export function RuleSwitch({ rule, nameId }: { rule: Rule; nameId: string }) {
  const label = useId();
  const looksOnly = useLooksOnly();
  const [update] = useMutation(UpdateAlertRule);
  const word = rule.isActive ? 'Active' : 'Inactive';
  const set = async (isActive: boolean) => {
    try {
      await update({
        variables: { id: rule.id, input: { isActive } },
        optimisticResponse: { updateAlertRule: { ...rule, isActive } },
      });
      toast({ title: 'Alert rule updated successfully', type: 'success' });
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error, 'Failed to update alert rule'), type: 'error' });
    }
  };
  if (looksOnly) return <chakra.span textStyle="sm">{word}</chakra.span>;
  return (
    <Switch.Root ids={{ label }} checked={rule.isActive} onCheckedChange={({ checked }) => void set(checked)}>
      <Switch.HiddenInput role="switch" aria-checked={rule.isActive} aria-labelledby={`${nameId} ${label}`} />
      <Switch.Control>
        <Switch.Thumb />
      </Switch.Control>
      <Switch.Label textStyle="sm" minW={12} color={rule.isActive ? 'fg' : 'fg.muted'}>
        {word}
      </Switch.Label>
    </Switch.Root>
  );
}
