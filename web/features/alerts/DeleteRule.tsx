import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { AlertRules, DeleteAlertRule } from './alerts.gql.ts';
import type { Rule } from './rule-form.ts';

/** A longer name would not fit on the button; it stands whole in the sentence above. */
const MOST_ON_BUTTON = 24;

type Props = { rule?: Rule; onClose: () => void };

/** Asks before a rule is deleted, by its name. */
export function DeleteRule({ rule, onClose }: Props) {
  const [remove] = useMutation(DeleteAlertRule, { refetchQueries: [AlertRules], awaitRefetchQueries: true });
  if (!rule) return null;
  const confirm = async () => {
    try {
      await remove({ variables: { id: rule.id } });
      toast({ title: 'Alert rule deleted successfully', type: 'success' });
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error, 'Failed to delete alert rule'), type: 'error' });
    }
    onClose();
  };
  const letters = [...rule.name];
  const named = letters.length > MOST_ON_BUTTON ? `${letters.slice(0, MOST_ON_BUTTON).join('')}…` : rule.name;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Delete alert rule"
      confirmLabel={`Delete rule ${named}`}
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {rule.name}
      </chakra.b>{' '}
      stops watching, and the alerts it raised end. Their history stays.
    </ConfirmDialog>
  );
}
