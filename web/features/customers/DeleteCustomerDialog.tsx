import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { wasDeclined } from '#web/lib/identity.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { DeleteCustomer, forgetLists } from './customers.gql.ts';

type Props = {
  customer: { id: string; name: string; siteCount: number };
  onClose: () => void;
  onDeleted?: () => void;
};

/** Confirms deleting a customer. While something is limited to it, the server refuses and names what that is. */
export function DeleteCustomerDialog({ customer, onClose, onDeleted }: Props) {
  const { id, name, siteCount } = customer;
  const [refusal, setRefusal] = useState<string>();
  const [remove] = useMutation(DeleteCustomer, {
    variables: { id },
    update: (cache) => {
      removeEntity(cache, { __typename: 'Customer', id });
      forgetLists(cache);
    },
  });
  const confirm = async () => {
    try {
      await remove();
    } catch (error) {
      const { code, sentence } = readServerError(error);
      if (code === 'CONFLICT' && sentence) {
        setRefusal(sentence);
        return;
      }
      if (wasDeclined(error)) return;
      toastFailure(error, {
        title: 'Customer not deleted',
        check: 'Reload the page to see whether it was deleted.',
      });
      onClose();
      return;
    }
    toast({ title: 'Customer deleted', description: keptWords(siteCount), type: 'success' });
    onDeleted?.();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete ${name}?`}
      confirmLabel={refusal ? 'Try again' : 'Delete customer'}
    >
      {refusal ? (
        <Notice state="error" title="This customer can’t be deleted yet">
          {refusal}
        </Notice>
      ) : (
        <>{keptWords(siteCount)} Alerts, history and measurements stay as they are.</>
      )}
    </ConfirmDialog>
  );
}

const keptWords = (sites: number): string =>
  sites === 0
    ? 'It has no sites.'
    : sites === 1
      ? 'Its site stays monitored, without a customer.'
      : `Its ${formatNumber(sites)} sites stay monitored, without a customer.`;
