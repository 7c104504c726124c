import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { devicesText, siteText, stateOf, statusOf, tintOf } from './controller-state.ts';
import { StatusReason } from './ControllerStatus.tsx';
import { LastRead } from './LastRead.tsx';
import { TwoLines } from './TwoLines.tsx';
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
  const { name, deviceCount, version, lastSync } = controller;
  const status = statusOf(controller);
  const actions = useControllerActions(controller, onDelete);
  const { state, word } = stateOf[status];
  const facts = [
    siteText(controller),
    deviceCount == null ? undefined : devicesText(deviceCount),
    version ?? undefined,
  ];
  return (
    <chakra.li display="flex" alignItems="flex-start" gap={2} ps={4} pe={1.5} py={1.5} bg={tintOf[status]}>
      <TwoLines
        name={
          <Link asChild variant="plain" color="fg">
            <RouterLink to={`/controllers/${controller.id}`}>{name}</RouterLink>
          </Link>
        }
        state={state}
        word={word}
      >
        {facts.filter(Boolean).join(' · ')} · <LastRead at={lastSync} />
        <StatusReason controller={controller} />
      </TwoLines>
      {actions.length > 0 && <RowMenu of={name} actions={actions} />}
    </chakra.li>
  );
}
