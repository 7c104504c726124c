import { chakra } from '@chakra-ui/react';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { devicesText } from './controller-state.ts';
import { ControllerStatus, StatusReason } from './ControllerStatus.tsx';
import { RowMenu } from './RowActions.tsx';
import { useControllerActions } from './useControllerActions.ts';

type Props = {
  controllers: readonly ControllerFieldsFragment[];
  onDelete: (controller: ControllerFieldsFragment) => void;
};

/** Controllers on a phone: two lines each, and a third where something is wrong. */
export function ControllerList({ controllers, onDelete }: Props) {
  return (
    <chakra.ul
      aria-labelledby="controllers"
      listStyleType="none"
      css={{ '& > li + li': { borderTopWidth: '1px' } }}
    >
      {controllers.map((controller) => (
        <ControllerItem key={controller.id} controller={controller} onDelete={onDelete} />
      ))}
    </chakra.ul>
  );
}

type ItemProps = { controller: ControllerFieldsFragment; onDelete: Props['onDelete'] };

function ControllerItem({ controller, onDelete }: ItemProps) {
  const { name, status, selectedSiteName, deviceCount, version, lastSync } = controller;
  const actions = useControllerActions(controller, onDelete);
  const tint = status === 'offline' ? 'critical' : status === 'error' ? 'error' : undefined;
  const facts = [
    selectedSiteName ?? 'No site selected',
    deviceCount == null ? undefined : devicesText(deviceCount),
    version ?? undefined,
  ];
  return (
    <chakra.li
      display="flex"
      alignItems="flex-start"
      gap={2}
      ps={4}
      pe={1.5}
      py={1.5}
      bg={tint && `state.${tint}.subtle`}
    >
      <chakra.div flex={1} minW={0} py={1.5}>
        <chakra.div display="flex" alignItems="baseline" flexWrap="wrap" columnGap={2.5}>
          <ControllerStatus controller={controller} />
          <chakra.span fontWeight="medium" minW={0} overflowWrap="anywhere">
            {name}
          </chakra.span>
        </chakra.div>
        <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          {facts.filter(Boolean).join(' · ')} · {lastSync ? <RelativeTime at={lastSync} /> : 'never read'}
        </chakra.p>
        <StatusReason controller={controller} />
      </chakra.div>
      <RowMenu of={name} actions={actions} />
    </chakra.li>
  );
}
