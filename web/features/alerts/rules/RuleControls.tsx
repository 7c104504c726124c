import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { optimisticEntity, removeEntity } from '#web/lib/cache.ts';
import { onButton } from '#web/lib/shorten.ts';
import { ActiveSwitch } from '#web/ui/ActiveSwitch.tsx';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { AlertRuleFields, UpdateAlertRule } from './useAlertRules.ts';

export const DeleteAlertRule = graphql(`
  mutation DeleteAlertRule($id: ID!) {
    deleteAlertRule(id: $id)
  }
`);

export const RuleSwitchFields = graphql(`
  fragment RuleSwitchFields on AlertRule {
    id
    isActive
  }
`);

type RuleSwitchProps = { rule: FragmentType<typeof RuleSwitchFields>; nameId: string };

/** A rule's active switch, or plain text for a viewer. It reverts if saving fails. */
export function RuleSwitch({ nameId, ...props }: RuleSwitchProps) {
  const rule = readFragment(RuleSwitchFields, props.rule);
  const looksOnly = useLooksOnly();
  const [update, { client }] = useMutation(UpdateAlertRule);
  const set = async (isActive: boolean) => {
    try {
      await update({
        variables: { id: rule.id, input: { isActive } },
        optimisticResponse: (_, { IGNORE }) => {
          const updateAlertRule = optimisticEntity(client.cache, AlertRuleFields, rule.id, { isActive });
          return updateAlertRule ? { updateAlertRule } : IGNORE;
        },
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

export const DeleteRuleFields = graphql(`
  fragment DeleteRuleFields on AlertRule {
    id
    name
  }
`);

type Props = { rule?: FragmentType<typeof DeleteRuleFields>; onClose: () => void };

/** Confirms the deletion of a rule. */
export function DeleteRule({ onClose, ...props }: Props) {
  const rule = props.rule && readFragment(DeleteRuleFields, props.rule);
  const [remove] = useMutation(DeleteAlertRule, {
    update: (cache) => rule && removeEntity(cache, rule),
  });
  if (!rule) return null;
  return (
    <ActionDialog
      onClose={onClose}
      action={() => remove({ variables: { id: rule.id } })}
      success={{ title: 'Alert rule deleted successfully', type: 'success' }}
      failure={{ title: 'Error', fallback: 'Failed to delete alert rule' }}
      title="Delete alert rule"
      confirmLabel={`Delete rule ${onButton(rule.name)}`}
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {rule.name}
      </chakra.b>{' '}
      stops raising alerts, and its open alerts end. Their history stays.
    </ActionDialog>
  );
}
