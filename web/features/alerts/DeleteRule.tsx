import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { onButton } from '#web/lib/shorten.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { AlertRules, DeleteAlertRule } from './alerts.gql.ts';
import type { Rule } from './rule-form.ts';

type Props = { rule?: Rule; onClose: () => void };

/** Asks before a rule is deleted, by its name. */
export function DeleteRule({ rule, onClose }: Props) {
  const [remove] = useMutation(DeleteAlertRule, { refetchQueries: [AlertRules], awaitRefetchQueries: true });
  if (!rule) return null;
  return (
    <DeedDialog
      onClose={onClose}
      deed={() => remove({ variables: { id: rule.id } })}
      success={{ title: 'Alert rule deleted successfully', type: 'success' }}
      failure={{ title: 'Error', fallback: 'Failed to delete alert rule' }}
      title="Delete alert rule"
      confirmLabel={`Delete rule ${onButton(rule.name)}`}
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {rule.name}
      </chakra.b>{' '}
      stops watching, and the alerts it raised end. Their history stays.
    </DeedDialog>
  );
}
