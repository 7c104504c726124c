import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { readServerError } from '#web/lib/server-errors.ts';
import { onButton } from '#web/lib/shorten.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { PriceList } from '../packages.gql.ts';
import { AllPackages, DeletePackage as Delete, UpdatePackage } from './admin.gql.ts';
import type { Sold } from './package-form.ts';
import { QuestionDialog } from './QuestionDialog.tsx';

type Props = { sold: Sold; onClose: () => void };

/** Asks before a package is deleted. One that teams have cannot be: it is taken off the price list instead. */
export function DeletePackage({ sold, onClose }: Props) {
  const { id, name } = sold;
  const [refusal, setRefusal] = useState<string>();
  const [remove] = useMutation(Delete, {
    variables: { id },
    refetchQueries: [AllPackages, PriceList],
    awaitRefetchQueries: true,
  });
  const deed = async () => {
    try {
      await remove();
      toast({ title: 'Success', description: 'Package deleted successfully', type: 'success' });
      onClose();
    } catch (error) {
      const { code, sentence } = readServerError(error);
      if (code === 'CONFLICT' && sentence) return setRefusal(sentence);
      toastFailure(error, { title: 'Deletion Failed', fallback: 'Failed to delete package' });
      onClose();
    }
  };
  if (refusal) return <Archive sold={sold} why={refusal} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={deed}
      title="Delete package"
      confirmLabel={`Delete package ${onButton(name)}`}
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {name}
      </chakra.b>{' '}
      is taken off the price list for good.
    </ConfirmDialog>
  );
}

/** What can be done instead. */
function Archive({ sold, why, onClose }: Props & { why: string }) {
  const [update] = useMutation(UpdatePackage, { refetchQueries: [PriceList] });
  const archive = async () => {
    try {
      await update({ variables: { id: sold.id, input: { isActive: false } } });
      toast({ title: 'Success', description: 'Package updated successfully', type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Update Failed', fallback: 'Failed to update package' });
    }
    onClose();
  };
  return (
    <QuestionDialog
      title={`${sold.name} cannot be deleted`}
      confirm={sold.isActive ? { label: 'Make inactive', act: archive } : undefined}
      onClose={onClose}
    >
      {why}
    </QuestionDialog>
  );
}
