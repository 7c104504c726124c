import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useState } from 'react';
import { Difference } from '#web/features/revisions/Difference.tsx';
import { changedFields } from '#web/lib/changed-fields.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { onButton } from '#web/lib/shorten.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import type { FormProps, Submitted, Values } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { capitalize } from '#web/lib/sentence.ts';
import { itemLabels } from './website-form.ts';

type Now<V> = { values: V | undefined; version: number };

type Props<V extends Values, R extends object> = {
  title: string;
  submit: string;
  onClose: () => void;
  initial: V;
  rules: FormProps<V, R, unknown>['rules'];
  /** The version of the list when the dialog opened. */
  version: number;
  create: (values: Submitted<V, R>) => Promise<unknown>;
  /** Sends the fields that differ from `initial`. Left out for a new link. */
  update?: (changed: Partial<Submitted<V, R>>, version: number) => Promise<unknown>;
  /** Refetches the list and returns this link's current values, or none if it was deleted. */
  now: () => Promise<Now<V>>;
  success: string;
  children: ReactNode;
};

type Conflict<V> = { words: string; theirs: V | undefined; version: number };

/** Creates or edits a link. If someone else changed the same one, it says so and keeps what was typed. */
export function ItemDialog<V extends Values, R extends object>(props: Props<V, R>) {
  const { title, submit, onClose, initial, rules, version, create, update, now, success, children } = props;
  const [conflict, setConflict] = useState<Conflict<V>>();
  const send = async (values: Submitted<V, R>) => {
    const changed = changedFields(initial, values);
    try {
      await (update ? update(changed, conflict?.version ?? version) : create(values));
    } catch (error) {
      const { code, sentence = '' } = readServerError(error);
      if (code !== 'CONFLICT' || !update) throw error;
      const there = await now();
      const isUntouched = there.values && Object.keys(changedFields(initial, there.values)).length === 0;
      // Only other links of the list were changed, so there is no conflict.
      if (isUntouched) await update(changed, there.version);
      else {
        setConflict({ words: sentence, theirs: there.values, version: there.version });
        return false;
      }
    }
    await now().catch(() => undefined);
    onClose();
    return true;
  };
  return (
    <EditDialog
      {...{ title, submit, onClose, initial, rules }}
      onSubmit={send}
      success={(isSaved) =>
        isSaved ? { title: 'Success', description: success, type: 'success' } : undefined
      }
      failure={
        update
          ? { title: 'Update Failed', fallback: 'Failed to update the link' }
          : { title: 'Creation Failed', fallback: 'Failed to add the link' }
      }
      alert
    >
      {conflict && <ConflictHere {...conflict} initial={initial} onTake={onClose} />}
      {children}
    </EditDialog>
  );
}

type HereProps<V> = Conflict<V> & { initial: V; onTake: () => void };

function ConflictHere<V extends Values>({ words, theirs, initial, onTake }: HereProps<V>) {
  const { submitForm, isSubmitting } = useFormikContext();
  return (
    <Notice state="error" title="Someone else saved first">
      {words}
      {theirs ? (
        <>
          <chakra.div mt={2} mb={3}>
            <Difference
              labels={itemLabels}
              changes={Object.entries(changedFields(initial, theirs)).map(([field, after]) => ({
                field,
                before: initial[field],
                after,
              }))}
            />
          </chakra.div>
          <chakra.span display="flex" flexWrap="wrap" gap={2}>
            <Button size="sm" variant="outline" onClick={onTake}>
              Use their version
            </Button>
            <Button
              size="sm"
              variant="outline"
              aria-disabled={isSubmitting || undefined}
              onClick={() => !isSubmitting && void submitForm()}
            >
              Save my version
            </Button>
          </chakra.span>
        </>
      ) : (
        ' This link was deleted. Add it again to keep what you typed.'
      )}
    </Notice>
  );
}

type DeleteItemProps = {
  noun: 'menu item' | 'social link';
  name: string;
  url: string;
  action: () => Promise<unknown>;
  onClose: () => void;
};

/** Confirms deleting a link. */
export const DeleteItem = ({ noun, name, url, action, onClose }: DeleteItemProps) => (
  <ActionDialog
    title={`Delete ${noun}`}
    confirmLabel={`Delete ${onButton(name)}`}
    action={action}
    onClose={onClose}
    success={{ title: 'Success', description: `${capitalize(noun)} deleted successfully`, type: 'success' }}
    failure={{ title: 'Deletion Failed', fallback: `Failed to delete ${noun}` }}
  >
    <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
      {name}
    </chakra.b>
    , which links to <chakra.span overflowWrap="anywhere">{url}</chakra.span>, disappears from the site
    immediately. You can restore it from the history.
  </ActionDialog>
);
