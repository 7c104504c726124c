import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { forgetLists } from '#web/features/customers/customers.gql.ts';
import { CustomerField, TagsField } from '#web/features/customers/CustomerFields.tsx';
import type { AssignMatchingSitesMutation, SiteFilter } from '#web/gql/graphql.ts';
import { formatCount } from '#web/lib/format.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { yupFrom } from '#web/lib/yup-for.ts';
import { CheckboxField } from '#web/ui/CheckboxField.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { toast, toastFailure, type Toast } from '#web/ui/toaster.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { needsCustomer, type AssignValues } from './assign-form.ts';
import { AssignMatchingSites, TagMatchingSites, UndoSiteAssignment } from './sites.gql.ts';

/** Sites to change: those that were ticked, or all that match a filter. */
export type Chosen = { filter: SiteFilter; count: number };

type Props = { chosen: Chosen; onClose: () => void; onDone: () => void };

/** The server checks the rest. */
const noRules = yupFrom({});

/** Assigns sites to one customer, or to none. */
export function AssignDialog({ chosen, onClose, onDone }: Props) {
  const [assign] = useMutation(AssignMatchingSites, { update: forgetLists });
  const [undo] = useMutation(UndoSiteAssignment, { update: forgetLists });
  const [assignmentId] = useState(randomUuid);
  const save = async (values: Partial<AssignValues>) => {
    const customerId = values.isNone ? null : values.customerId;
    const { data } = await assign({ variables: { filter: chosen.filter, customerId, assignmentId } });
    onDone();
    onClose();
    return resultToast(data?.assignMatchingSites, chosen, {
      done: 'assigned',
      already: customerId ? 'already belonged to this customer' : 'already had no customer',
    });
  };
  const giveBack = async () => {
    try {
      const { data } = await withSessionCheck(undo({ variables: { assignmentId } }));
      const count = formatCount(data?.undoSiteAssignment ?? 0, 'site');
      toast({
        title: `Assignment of ${count} undone`,
        // Sites that leave a rule's scope end its alerts, and undoing that doesn't reopen them.
        description: 'Any alerts it ended return when their rules detect the problem again.',
        type: 'success',
      });
    } catch (error) {
      toastFailure(error, { title: 'Undo failed', check: 'Look at the list to see whether it was undone.' });
    }
  };
  const initial: AssignValues = { customerId: null, isNone: false };
  return (
    <EditDialog
      title={`Assign ${formatCount(chosen.count, 'site')}`}
      description="Each site belongs to one customer. This replaces the one that it has."
      submit="Assign"
      initial={initial}
      rules={needsCustomer}
      onSubmit={save}
      onClose={onClose}
      success={(said: Toast) =>
        said.type === 'success' ? { ...said, action: { label: 'Undo', act: () => void giveBack() } } : said
      }
      failure={{ title: 'Sites not assigned', check: 'Look at the list to see whether they were.' }}
    >
      <ChosenCustomer />
    </EditDialog>
  );
}

function ChosenCustomer() {
  const { field, helpers, error } = useFormField<string | null>('customerId');
  const { values } = useFormikContext<AssignValues>();
  return (
    <>
      {/* Room for the error, so that nothing below moves under the pointer when it appears. */}
      <chakra.div mb={error ? 0 : '1.625rem'}>
        <CustomerField
          value={field.value}
          placeholder="Choose a customer"
          disabled={values.isNone}
          error={error}
          onChange={(id) => void helpers.setValue(id)}
        />
      </chakra.div>
      <CheckboxField name="isNone" label="Leave them without a customer instead" />
    </>
  );
}

/** "12 sites assigned", as the server counted them, and why others stayed as they were. */
function resultToast(
  result: AssignMatchingSitesMutation['assignMatchingSites'] | undefined,
  chosen: Chosen,
  words: { done: string; already: string },
): Toast {
  const { changed = 0, unchanged = 0 } = result ?? {};
  const missing = chosen.filter.ids ? chosen.count - changed - unchanged : 0;
  const why = [
    unchanged > 0 && `${formatCount(unchanged, 'site')} ${words.already}.`,
    missing > 0 &&
      `${formatCount(missing, 'site')} ${missing === 1 ? 'no longer exists' : 'no longer exist'}.`,
  ].filter(Boolean);
  if (changed === 0)
    return { title: 'Nothing changed', description: why.join(' ') || undefined, type: 'info' };
  return {
    title: `${formatCount(changed, 'site')} ${words.done}`,
    description: why.join(' ') || undefined,
    type: 'success',
  };
}

type TagValues = { add: string[]; remove: string[] };

/** Adds tags to sites, and removes others. */
export function TagDialog({ chosen, onClose, onDone }: Props) {
  const [tag] = useMutation(TagMatchingSites, { update: forgetLists });
  const save = async ({ add = [], remove = [] }: Partial<TagValues>) => {
    const { data } = await tag({ variables: { filter: chosen.filter, add, remove } });
    onDone();
    onClose();
    return resultToast(data?.tagMatchingSites, chosen, {
      done: 'changed',
      already: 'already had the tags that you chose',
    });
  };
  const initial: TagValues = { add: [], remove: [] };
  return (
    <EditDialog
      title={`Change tags of ${formatCount(chosen.count, 'site')}`}
      submit="Save Tags"
      initial={initial}
      rules={noRules}
      onSubmit={save}
      onClose={onClose}
      success={(said: Toast) => said}
      failure={{ title: 'Tags not changed', check: 'Look at the list to see whether they were.' }}
    >
      <TagsPart name="add" label="Add" isOpen />
      <TagsPart
        name="remove"
        label="Remove"
        help="Tags of a site’s customer are changed with the customer."
      />
    </EditDialog>
  );
}

function TagsPart({
  name,
  ...field
}: {
  name: keyof TagValues;
  label: string;
  help?: string;
  isOpen?: boolean;
}) {
  const { field: tags, helpers, error } = useFormField<string[]>(name);
  return (
    <TagsField {...field} value={tags.value} error={error} onChange={(next) => void helpers.setValue(next)} />
  );
}
