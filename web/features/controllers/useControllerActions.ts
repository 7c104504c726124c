import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import type { RowAction } from '#web/ui/RowActions.tsx';
import { useTestController } from './useTestController.ts';

/** What can be done to a controller on the dashboard; nothing for a viewer. */
export function useControllerActions(
  controller: ControllerFieldsFragment,
  onDelete: (controller: ControllerFieldsFragment) => void,
): RowAction[] {
  const { test, testing } = useTestController(controller, 'Test Failed');
  const looksOnly = useLooksOnly();
  if (looksOnly) return [];
  return [
    { label: 'Test', act: test, busy: testing },
    { label: 'Select Site', to: `/site-selector?controller=${controller.id}` },
    { label: 'Delete', act: () => onDelete(controller), destroys: true },
  ];
}
