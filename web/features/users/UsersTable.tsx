import { chakra, Table } from '@chakra-ui/react';
import { memo } from 'react';
import { RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { actionsOf, type PersonHandlers } from './actions.ts';
import { nameOf, statusOf, subscriptionOf, type Actor, type Person } from './person.ts';
import { JoinedOn, PersonName, RoleBadge } from './PersonParts.tsx';

type Shared = {
  actor: Actor;
  handlers: PersonHandlers;
  /** Actions stand behind one button. */ short: boolean;
};
type Props = Shared & { people: readonly Person[]; busyWith?: string };

/** People in a table: who, whether they may sign in, role, joined and subscription. */
export const UsersTable = ({ people, busyWith, ...shared }: Props) => (
  <Table.Root aria-label="Users">
    <Table.Header>
      <Table.Row>
        <Table.ColumnHeader ps={4}>User</Table.ColumnHeader>
        <Table.ColumnHeader>Status</Table.ColumnHeader>
        <Table.ColumnHeader>Role</Table.ColumnHeader>
        <Table.ColumnHeader>Joined</Table.ColumnHeader>
        <Table.ColumnHeader>Subscription</Table.ColumnHeader>
        <Table.ColumnHeader textAlign="end">Actions</Table.ColumnHeader>
      </Table.Row>
    </Table.Header>
    <Table.Body>
      {people.map((person) => (
        <Row key={person.id} person={person} busy={busyWith === person.id} {...shared} />
      ))}
    </Table.Body>
  </Table.Root>
);

/** Drawn anew only when something about it changed: there may be a thousand. */
const Row = memo(function Row({ person, busy, actor, handlers, short }: Shared & RowProps) {
  const actions = actionsOf(person, { actor, busy, ...handlers });
  const Actions = short ? RowMenu : RowActions;
  return (
    <Table.Row>
      <Table.Cell ps={4} overflowWrap="anywhere" minW={40}>
        <PersonName person={person} actor={actor} />
        <chakra.span display="block" textStyle="sm" color="fg.muted">
          {person.email}
        </chakra.span>
      </Table.Cell>
      <Table.Cell whiteSpace="nowrap">
        <chakra.span display="flex">
          <StatusDot {...statusOf(person)} />
        </chakra.span>
      </Table.Cell>
      <Table.Cell>
        <chakra.span display="flex">
          <RoleBadge role={person.role} />
        </chakra.span>
      </Table.Cell>
      <Table.Cell>
        <JoinedOn person={person} />
      </Table.Cell>
      <Table.Cell>{subscriptionOf(person)}</Table.Cell>
      <Table.Cell ps={0} textAlign="end">
        {actions.length > 0 && <Actions of={nameOf(person)} actions={actions} />}
      </Table.Cell>
    </Table.Row>
  );
});

type RowProps = { person: Person; busy: boolean };
