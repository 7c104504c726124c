import { useMutation } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import type { NotificationChannel } from '#web/gql/graphql.ts';
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

/** What refers to a customer. Kinds as in the server’s error. */
type Use =
  | { kind: 'rule'; id: string; name: string }
  | { kind: 'channel'; type: NotificationChannel }
  | { kind: 'maintenance_window'; name: string }
  | { kind: 'report_emails' }
  | { kind: 'default_customer'; name: string };

/** Its name, and the screen where it is changed. */
function wordsOf(use: Use, customerId: string): { name: string; path: string } {
  switch (use.kind) {
    case 'rule':
      return { name: `Rule “${use.name}”`, path: `/alerts?tab=rules#rule-${use.id}` };
    case 'channel':
      return { name: `${channelNames[use.type]} channel`, path: `/integrations?channel=${use.type}` };
    case 'maintenance_window':
      return { name: `Maintenance window “${use.name}”`, path: '/maintenance' };
    case 'report_emails':
      return {
        name: 'Monthly report email (the team owner can turn that off)',
        path: `/reports?customer=${customerId}#emails`,
      };
    case 'default_customer':
      return { name: `Controller “${use.name}” (for its new sites)`, path: '/customers?tab=sites' };
  }
}

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
              {refusal.uses.map((use) => {
                const { name: what, path } = wordsOf(use, id);
                return (
                  <li key={`${path} ${what}`}>
                    <Link asChild>
                      <RouterLink to={path} onClick={onClose}>
                        {what}
                      </RouterLink>
                    </Link>
                  </li>
                );
              })}
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
