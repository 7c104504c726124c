import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useState } from 'react';
import { Difference } from '#web/features/revisions/Difference.tsx';
import { changedFields } from '#web/features/revisions/differences.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { onButton } from '#web/lib/shorten.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import type { FormProps, Values } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { itemLabels } from './website-form.ts';

type Now<V> = { values: V | undefined; version: number };

type Props<V extends Values> = {
  title: string;
  submit: string;
  onClose: () => void;
  initial: V;
  rules: FormProps<V>['rules'];
  /** The version of the list that the dialog began with. */
  version: number;
  /** Sends what differs from `initial`; of a new one all of it. */
  save: (values: Partial<V>, version: number) => Promise<unknown>;
  isNew: boolean;
  /** Asks for the list anew: what this one is now, without values where it is gone. */
  now: () => Promise<Now<V>>;
  success: string;
  children: ReactNode;
};

type Conflict<V> = { words: string; theirs: V | undefined; version: number };

/** Makes a link or changes one. Where a colleague changed the same one meanwhile, it says so and keeps what was typed. */
export function ItemDialog<V extends Values>(props: Props<V>) {
  const { title, submit, onClose, initial, rules, version, save, isNew, now, success, children } = props;
  const [conflict, setConflict] = useState<Conflict<V>>();
  const send = async (values: V) => {
    const input = (isNew ? values : changedFields(initial, values)) as Partial<V>;
    try {
      await save(input, conflict?.version ?? version);
    } catch (error) {
      const { code, sentence = '' } = readServerError(error);
      if (code !== 'CONFLICT' || isNew) throw error;
      const there = await now();
      const isUntouched = there.values && Object.keys(changedFields(initial, there.values)).length === 0;
      // Another line of the list was changed: nobody is in the way here.
      if (isUntouched) await save(input, there.version);
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
    <EditDialog<V>
      {...{ title, submit, onClose, initial, rules }}
      onSubmit={send}
      success={(isSaved) =>
        isSaved ? { title: 'Success', description: success, type: 'success' } : undefined
      }
      failure={
        isNew
          ? { title: 'Creation Failed', fallback: 'Failed to add the link' }
          : { title: 'Update Failed', fallback: 'Failed to update the link' }
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
    <Notice state="error" title="Somebody else was quicker">
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
              Take theirs
            </Button>
            <Button
              size="sm"
              variant="outline"
              aria-disabled={isSubmitting || undefined}
              onClick={() => !isSubmitting && void submitForm()}
            >
              Save mine anyway
            </Button>
          </chakra.span>
        </>
      ) : (
        ' This line is deleted: add it anew to keep what you typed.'
      )}
    </Notice>
  );
}

type DeleteItemProps = {
  noun: 'menu item' | 'social link';
  name: string;
  url: string;
  deed: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before a link is deleted. */
export const DeleteItem = ({ noun, name, url, deed, onClose }: DeleteItemProps) => (
  <DeedDialog
    title={`Delete ${noun}`}
    confirmLabel={`Delete ${onButton(name)}`}
    deed={deed}
    onClose={onClose}
    success={{ title: 'Success', description: `${sentenceCase(noun)} deleted successfully`, type: 'success' }}
    failure={{ title: 'Deletion Failed', fallback: `Failed to delete ${noun}` }}
  >
    <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
      {name}
    </chakra.b>
    , which leads to <chakra.span overflowWrap="anywhere">{url}</chakra.span>, is gone for visitors at once.
    The history can bring it back.
  </DeedDialog>
);

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
