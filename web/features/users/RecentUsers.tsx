import { useQuery } from '@apollo/client/react';
import { chakra, Link, Table } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { readFragment } from '#web/gql/index.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import {
  PersonFields,
  actionsOf,
  type Actor,
  nameOf,
  type Person,
  type PersonHandlers,
  statusOf,
} from './person.ts';
import { usePersonDialogs } from './PersonDialogs.tsx';
import { JoinedOn, PersonName } from './PersonParts.tsx';
import { Users } from './users.gql.ts';
import { UsersList } from './UsersList.tsx';

/** How many users are listed. */
const RECENT = 8;

/** The users who joined last, for the administrator's dashboard. */
export function RecentUsers() {
  const room = useScreenSize();
  const { data, error, refetch } = useQuery(Users, { variables: { first: RECENT } });
  const { dialogs, ...rows } = usePersonDialogs();
  const people = data && readFragment(PersonFields, data.users);
  return (
    <chakra.section aria-labelledby="recent-users">
      <chakra.div display="flex" alignItems="baseline" gap={3} mb={3}>
        <SectionTitle id="recent-users">Recent users</SectionTitle>
        <Link asChild ms="auto" css={touchArea}>
          <RouterLink to="/admin/users">All users</RouterLink>
        </Link>
      </chakra.div>
      {!people && error ? (
        <LoadFailed title="We couldn’t load the users" error={error} onRetry={refetch} />
      ) : (
        <Card overflowX="auto">
          {!people && <SkeletonRows rows={RECENT} />}
          {people?.length === 0 && <EmptyState title="No users found" />}
          {people && people.length > 0 && room === 'phone' && <UsersList people={people} {...rows} />}
          {people && people.length > 0 && room !== 'phone' && (
            <RecentTable people={people} short={room === 'medium'} {...rows} />
          )}
        </Card>
      )}
      {dialogs}
    </chakra.section>
  );
}

type Props = {
  people: readonly Person[];
  short: boolean;
  actor: Actor;
  busyWith?: string;
  handlers: PersonHandlers;
};

function RecentTable({ people, short, actor, busyWith, handlers }: Props) {
  const Actions = short ? RowMenu : RowActions;
  return (
    <Table.Root aria-labelledby="recent-users">
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader ps={4}>User</Table.ColumnHeader>
          <Table.ColumnHeader>Email</Table.ColumnHeader>
          <Table.ColumnHeader>Package</Table.ColumnHeader>
          <Table.ColumnHeader>Status</Table.ColumnHeader>
          <Table.ColumnHeader>Joined</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Actions</Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {people.map((person) => {
          const actions = actionsOf(person, { actor, busy: busyWith === person.id, ...handlers });
          return (
            <Table.Row key={person.id}>
              <Table.Cell ps={4} overflowWrap="anywhere" minW={32}>
                <PersonName person={person} actor={actor} />
              </Table.Cell>
              <Table.Cell overflowWrap="anywhere" minW={40}>
                {person.email}
              </Table.Cell>
              <Table.Cell overflowWrap="break-word">
                {person.packageName ?? <Muted as="span">None</Muted>}
              </Table.Cell>
              <Table.Cell whiteSpace="nowrap">
                <chakra.span display="flex">
                  <StatusDot {...statusOf(person)} />
                </chakra.span>
              </Table.Cell>
              <Table.Cell>
                <JoinedOn person={person} />
              </Table.Cell>
              <Table.Cell ps={0} textAlign="end">
                {actions.length > 0 && <Actions of={nameOf(person)} actions={actions} />}
              </Table.Cell>
            </Table.Row>
          );
        })}
      </Table.Body>
    </Table.Root>
  );
}
