import { chakra } from '@chakra-ui/react';
import { useNavigate } from 'react-router';
import { stateOf } from '#web/features/controllers/controller-state.ts';
import { StatusReason } from '#web/features/controllers/ControllerStatus.tsx';
import { RowActions, RowMenu, type RowAction } from '#web/features/controllers/RowActions.tsx';
import { useRoom } from '#web/features/controllers/useRoom.ts';
import { useTestController } from '#web/features/controllers/useTestController.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';

type Props = { controller: ControllerFieldsFragment; onEdit: () => void; onDelete: () => void };

/** One connected key: online or not, its name, the end of the key, and what can be done. */
export function ConfiguredController({ controller, onEdit, onDelete }: Props) {
  const { id, name, status, apiKeyTail, totalSites, lastSync } = controller;
  const room = useRoom();
  const navigate = useNavigate();
  const { test, testing } = useTestController(controller, 'Connection Failed');
  const actions: RowAction[] = [
    { label: 'Test', act: test, busy: testing },
    { label: 'Edit', act: onEdit },
    {
      label: 'Open Sites',
      act: () => void navigate(`/site-selector?controller=${id}`),
      disabled: status !== 'online',
    },
    { label: 'Delete', act: onDelete, destroys: true },
  ];
  const Actions = room === 'phone' ? RowMenu : RowActions;
  return (
    <chakra.li display="flex" alignItems="flex-start" gap={3} ps={4} pe={2} py={1.5}>
      <chakra.div flex={1} minW={0} py={1}>
        <chakra.div display="flex" alignItems="baseline" flexWrap="wrap" columnGap={2.5}>
          <Indicator status={status} />
          <chakra.span fontWeight="medium" minW={0} overflowWrap="anywhere">
            {name}
          </chakra.span>
        </chakra.div>
        <chakra.p textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          <chakra.span fontFamily="mono" textStyle="xs">
            ••••{apiKeyTail}
          </chakra.span>
          {totalSites != null && ` · ${totalSites === 1 ? '1 site' : `${totalSites} sites`}`}
          {' · '}
          {lastSync ? <RelativeTime at={lastSync} /> : 'never read'}
        </chakra.p>
        <StatusReason controller={controller} />
      </chakra.div>
      <Actions of={name} actions={actions} />
    </chakra.li>
  );
}

/** Green or red, as documented; a controller that was never read is neither. */
function Indicator({ status }: Pick<ControllerFieldsFragment, 'status'>) {
  const { state, word } = stateOf[status];
  return <StatusDot state={state === 'error' ? 'critical' : state} word={word} />;
}
