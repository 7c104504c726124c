import { useMutation } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { formatNumber } from '#web/lib/format.ts';
import { detailOf, readServerError } from '#web/lib/server-errors.ts';
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

/** What uses a customer, and the screen where that is changed. */
type Use = { name: string; path: string };

/** Confirms deleting a customer. While something is limited to it, the server refuses and names what that is. */
export function DeleteCustomerDialog({ customer, onClose, onDeleted }: Props) {
  const { id, name, siteCount } = customer;
  const [refusal, setRefusal] = useState<{ sentence: string; uses: Use[] }>();
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
        setRefusal({ sentence, uses: (detailOf(error, 'uses') ?? []) as Use[] });
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
          {/* The server’s sentence names the first three, without links. */}
          {refusal.uses.length > 0 ? 'It’s still in use. Change or delete these first:' : refusal.sentence}
          {refusal.uses.length > 0 && (
            <chakra.ul listStyleType="disc" ps={5} mt={2}>
              {refusal.uses.map(({ name: what, path }) => (
                <li key={`${path} ${what}`}>
                  <Link asChild>
                    <RouterLink to={path} onClick={onClose}>
                      {what.charAt(0).toUpperCase() + what.slice(1)}
                    </RouterLink>
                  </Link>
                </li>
              ))}
            </chakra.ul>
          )}
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
