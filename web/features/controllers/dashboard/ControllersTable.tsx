import { chakra, Link, Table } from '@chakra-ui/react';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ControllerPageQuery } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { siteText, statusOf, tintOf } from '../controller-state.ts';
import { ControllerStatus, StatusReason } from '../ControllerStatus.tsx';
import type { DeleteControllerFields } from '../DeleteControllerDialog.tsx';
import { useControllerActions } from '../useControllerActions.ts';

type Props = {
  controllers: ControllerPageQuery['controllers'];
  onDelete: (controller: FragmentType<typeof DeleteControllerFields>) => void;
  /** Sites are shown under the names, and actions are in a menu. */
  short?: boolean;
};

/** Table of controllers: state, name, site, devices, version and last reading. */
export function ControllersTable({ controllers, onDelete, short }: Props) {
  return (
    <Table.Root aria-labelledby="controllers">
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader ps={4}>Status</Table.ColumnHeader>
          <Table.ColumnHeader>Name</Table.ColumnHeader>
          {!short && <Table.ColumnHeader>Site</Table.ColumnHeader>}
          <Table.ColumnHeader textAlign="end">Devices</Table.ColumnHeader>
          <Table.ColumnHeader>Version</Table.ColumnHeader>
          <Table.ColumnHeader>Last Sync</Table.ColumnHeader>
          <Table.ColumnHeader>
            <chakra.span srOnly>Actions</chakra.span>
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      {controllers.map((controller) => (
        <ControllerRow key={controller.id} {...{ controller, onDelete, short }} />
      ))}
    </Table.Root>
  );
}

export const ControllerRowFields = graphql(`
  fragment ControllerRowFields on Controller {
    id
    name
    status
    statusReason
    overLimit
    deviceCount
    version
    lastSync
    selectedSiteName
    selectedSiteCount
    totalSites
    ...ControllerStatusFields
    ...StatusReasonFields
    ...DeleteControllerFields
  }
`);

/** Not among the fields of every list of controllers, because the server counts devices for it. */
export const ControllerOfflineFields = graphql(`
  fragment ControllerOfflineFields on Controller {
    id
    devices {
      offline
    }
  }
`);

type RowProps = Omit<Props, 'controllers'> & {
  controller: FragmentType<typeof ControllerRowFields> & FragmentType<typeof ControllerOfflineFields>;
};

/** A body of its own, so that the reason below belongs to the row above. */
const ControllerRow = memo(function ControllerRow({ onDelete, short, ...props }: RowProps) {
  const controller = readFragment(ControllerRowFields, props.controller);
  const { id, name, deviceCount, version, lastSync } = controller;
  const { offline } = readFragment(ControllerOfflineFields, props.controller).devices;
  const isExplained = controller.statusReason || controller.overLimit;
  const actions = useControllerActions(id, () => onDelete(controller));
  const line = isExplained ? { borderBottomWidth: 0 } : undefined;
  const site = siteText(controller);
  const tint = tintOf[statusOf(controller)];
  const Actions = short ? RowMenu : RowActions;
  return (
    <chakra.tbody
      bg={tint}
      css={{ '&:not(:last-of-type) > tr:last-of-type > td': { borderBottomWidth: '1px' } }}
    >
      <Table.Row css={{ '& > td': line }}>
        <Table.Cell ps={4} whiteSpace="nowrap">
          <chakra.span display="flex">
            <ControllerStatus controller={controller} />
          </chakra.span>
        </Table.Cell>
        <Table.Cell overflowWrap="anywhere" minW={40}>
          <Link asChild variant="plain" fontWeight="medium" color="fg">
            <RouterLink to={`/controllers/${id}`}>{name}</RouterLink>
          </Link>
          {short && (
            <Hint as="span" display="block">
              {site}
            </Hint>
          )}
        </Table.Cell>
        {!short && (
          <Table.Cell overflowWrap="anywhere" minW={24}>
            {site}
          </Table.Cell>
        )}
        <Table.Cell textAlign="end" fontVariantNumeric="tabular-nums">
          {deviceCount == null ? <NotKnown /> : formatNumber(deviceCount)}
          {offline > 0 && (
            <Hint as="span" display="block" whiteSpace="nowrap">
              {`${formatNumber(offline)} offline`}
            </Hint>
          )}
        </Table.Cell>
        <Table.Cell whiteSpace="nowrap">{version ?? <NotKnown />}</Table.Cell>
        <Table.Cell whiteSpace="nowrap">
          {lastSync ? <RelativeTime at={lastSync} /> : <Muted as="span">Never</Muted>}
        </Table.Cell>
        <Table.Cell ps={0} textAlign="end">
          {actions.length > 0 && <Actions of={name} actions={actions} />}
        </Table.Cell>
      </Table.Row>
      {isExplained && (
        <Table.Row>
          <Table.Cell h="auto" p={0} />
          <Table.Cell colSpan={short ? 5 : 6} h="auto" pt={0} pb={2.5}>
            <StatusReason controller={controller} />
          </Table.Cell>
        </Table.Row>
      )}
    </chakra.tbody>
  );
});

function NotKnown() {
  return (
    <Muted as="span">
      <span aria-hidden>–</span>
      <chakra.span srOnly>No data yet</chakra.span>
    </Muted>
  );
}
