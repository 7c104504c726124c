import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { SavedView } from './useSavedViews.ts';

const rules = yupFor('AlertViewInput').pick(['name']);

type NameProps = {
  title: string;
  description?: string;
  name?: string;
  submit: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Names a view that is saved, or again. */
export function NameDialog({ name = '', onSave, onClose, ...words }: NameProps) {
  const [initial] = useState({ name });
  return (
    <EditDialog
      {...words}
      initial={initial}
      rules={rules}
      onSubmit={async (values) => {
        await onSave(values.name ?? '');
        onClose();
      }}
      failure={{
        title: 'Saving the view failed',
        check: 'Reload the page to see whether the view was saved.',
      }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        placeholder="Critical, not acknowledged"
        autoComplete="off"
        autoFocus
      />
    </EditDialog>
  );
}

type DeleteProps = { view: SavedView; onDelete: () => Promise<unknown>; onClose: () => void };

/** Confirms the deletion of a view. */
export const DeleteView = ({ view, onDelete, onClose }: DeleteProps) => (
  <ActionDialog
    onClose={onClose}
    action={onDelete}
    success={{ title: 'View deleted', type: 'success' }}
    failure={{
      title: 'View not deleted',
      check: 'Reload the page to see whether the view was deleted.',
    }}
    title="Delete view"
    confirmLabel="Delete view"
  >
    <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
      {view.name}
    </chakra.b>{' '}
    will be permanently deleted. Its alerts stay.
  </ActionDialog>
);
