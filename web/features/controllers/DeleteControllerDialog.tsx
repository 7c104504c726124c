import { useMutation } from '@apollo/client/react';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { abridge } from '#web/lib/shorten.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { toastFailure, useChangedLists } from './controller-lists.ts';

export const DeleteController = graphql(`
  mutation DeleteController($id: ID!) {
    deleteController(id: $id)
  }
`);

/** Characters of the name that fit on a phone's button beside "Delete controller". */
const BUTTON = 16;

export const DeleteControllerFields = graphql(`
  fragment DeleteControllerFields on Controller {
    id
    name
  }
`);

type Props = {
  controller: FragmentType<typeof DeleteControllerFields>;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Confirms the deletion of a controller and all its data. */
export function DeleteControllerDialog({ controller, onClose, onDeleted }: Props) {
  const { id, name } = readFragment(DeleteControllerFields, controller);
  const [remove] = useMutation(DeleteController, {
    variables: { id },
    refetchQueries: useChangedLists(),
    awaitRefetchQueries: true,
    // Its rules are deleted too, and the list of rules may not be on screen.
    update: (cache) => void cache.evict({ fieldName: 'alertRules' }),
  });
  const confirm = async () => {
    try {
      await remove();
    } catch (error) {
      toastFailure(error, {
        title: 'Failed to delete controller.',
        check: 'Reload the page to see whether the controller was deleted.',
      });
      return;
    }
    toast({ title: 'Controller deleted', description: `${name} is no longer monitored.`, type: 'success' });
    onDeleted?.();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete controller ${name}`}
      confirmLabel={`Delete controller ${abridge(name, BUTTON)}`}
      typeToConfirm={name}
    >
      This permanently deletes its alert rules, alert history and measurements. The network and its UniFi
      settings aren’t affected.
    </ConfirmDialog>
  );
}
