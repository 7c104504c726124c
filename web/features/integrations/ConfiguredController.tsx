import { chakra } from '@chakra-ui/react';
import { useNavigate } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { stateOf, statusOf } from '#web/features/controllers/controller-state.ts';
import { LastRead, StatusReason, TwoLines } from '#web/features/controllers/ControllerStatus.tsx';
import { useTestController } from '#web/features/controllers/useControllerActions.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { RowActions, RowMenu, type RowAction } from '#web/ui/RowActions.tsx';

type Props = {
  controller: ControllerFieldsFragment;
  isEdited: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** One connected key: online or not, its name, the end of the key, and what can be done. */
export function ConfiguredController({ controller, isEdited, onEdit, onDelete }: Props) {
  const { id, name, status, apiKeyTail, totalSites, lastSync } = controller;
  const room = useRoom();
  const navigate = useNavigate();
  const { test, testing } = useTestController(controller, 'Connection Failed');
  const looksOnly = useLooksOnly();
  const openSites: RowAction = {
    label: 'Open Sites',
    act: () => void navigate(`/site-selector?controller=${id}`),
    disabled: status !== 'online',
  };
  const actions: RowAction[] = looksOnly
    ? [openSites]
    : [
        { label: 'Test', act: test, busy: testing },
        { label: 'Edit', act: onEdit },
        openSites,
        { label: 'Delete', act: onDelete, destroys: true },
      ];
  // Green or red, as documented; a controller that was never read is neither.
  const { state, word } = stateOf[statusOf(controller)];
  const shown = state === 'error' ? 'critical' : state;
  const Actions = room === 'phone' ? RowMenu : RowActions;
  return (
    <chakra.li
      aria-current={isEdited || undefined}
      bg={isEdited ? 'bg.subtle' : undefined}
      display="flex"
      alignItems="flex-start"
      gap={2}
      ps={4}
      pe={2}
      py={1.5}
    >
      <TwoLines name={name} state={shown} word={word}>
        <chakra.span fontFamily="mono" textStyle="xs">
          ••••{apiKeyTail}
        </chakra.span>
        {totalSites != null && ` · ${totalSites === 1 ? '1 site' : `${totalSites} sites`}`}
        {' · '}
        <LastRead at={lastSync} />
        <StatusReason controller={controller} />
      </TwoLines>
      <Actions of={name} actions={actions} />
    </chakra.li>
  );
}
