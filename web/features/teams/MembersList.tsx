import { chakra, Table } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import type { TeamMemberFieldsFragment, TeamRole } from '#web/gql/graphql.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RowActions, RowMenu, type RowAction } from '#web/ui/RowActions.tsx';
import { MemberRole } from './MemberRole.tsx';

type Member = TeamMemberFieldsFragment;
type Props = {
  members: readonly Member[];
  /** The owner decides about the others; everybody else about leaving. */
  owns: boolean;
  onHandOver: (member: Member) => void;
  onGo: (member: Member) => void;
};
type ShownProps = Props & { roleOf: (member: Member) => ReactNode };

/** Everybody in the team: a table, and on a phone two lines each. */
export function MembersList(props: Props) {
  // Kept here: turning the phone draws the other list.
  const [picked, setPicked] = useState<Readonly<Record<string, TeamRole | undefined>>>({});
  const roleOf = (member: Member) => (
    <MemberRole
      member={member}
      editable={props.owns}
      picked={picked[member.id]}
      onPick={(role) => setPicked((others) => ({ ...others, [member.id]: role }))}
    />
  );
  const Shown = useRoom() === 'phone' ? Lines : Columns;
  return <Shown {...props} roleOf={roleOf} />;
}

function actionsOf(member: Member, { owns, onHandOver, onGo }: Props): RowAction[] {
  if (member.you) return owns ? [] : [{ label: 'Leave', act: () => onGo(member), destroys: true }];
  if (!owns) return [];
  return [
    { label: 'Hand Over', act: () => onHandOver(member) },
    { label: 'Remove', act: () => onGo(member), destroys: true },
  ];
}

function Columns(props: ShownProps) {
  return (
    <Table.Root aria-labelledby="members">
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader ps={4}>Name</Table.ColumnHeader>
          <Table.ColumnHeader>Role</Table.ColumnHeader>
          <Table.ColumnHeader>Joined</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Actions</Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {props.members.map((member) => (
          <Table.Row key={member.id} id={`member-${member.id}`}>
            <Table.Cell ps={4} overflowWrap="anywhere" minW={40}>
              <Who member={member} />
            </Table.Cell>
            <Table.Cell whiteSpace="nowrap">{props.roleOf(member)}</Table.Cell>
            <Table.Cell whiteSpace="nowrap">
              <RelativeTime at={member.joinedAt} />
            </Table.Cell>
            <Table.Cell ps={0} textAlign="end">
              <Actions member={member} list={props} />
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

const Lines = (props: ShownProps) => (
  <chakra.ul
    aria-labelledby="members"
    listStyleType="none"
    css={{ '& > li + li': { borderTopWidth: '1px' } }}
  >
    {props.members.map((member) => (
      <chakra.li
        key={member.id}
        id={`member-${member.id}`}
        display="flex"
        alignItems="flex-start"
        gap={2}
        ps={4}
        pe={1.5}
        py={2.5}
      >
        <chakra.div flex={1} minW={0} overflowWrap="anywhere">
          <Who member={member} />
          <chakra.div mt={1.5}>{props.roleOf(member)}</chakra.div>
        </chakra.div>
        <Actions member={member} list={props} />
      </chakra.li>
    ))}
  </chakra.ul>
);

function Who({ member: { name, email, you } }: { member: Member }) {
  return (
    <>
      <chakra.span fontWeight="medium">{name}</chakra.span>
      {you && <chakra.span color="fg.muted"> (you)</chakra.span>}
      <chakra.span display="block" textStyle="sm" color="fg.muted">
        {email}
      </chakra.span>
    </>
  );
}

function Actions({ member, list }: { member: Member; list: Props }) {
  const wide = useRoom() === 'wide';
  const actions = actionsOf(member, list);
  if (actions.length === 0) return null;
  const Shown = wide ? RowActions : RowMenu;
  return <Shown of={member.name} actions={actions} />;
}
