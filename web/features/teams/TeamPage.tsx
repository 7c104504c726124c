import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Table } from '@chakra-ui/react';
import { Pencil, UserPlus } from '#web/ui/icons.tsx';
import { type ReactNode, useRef, useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { ConfigurationCard } from '#web/features/configuration/ConfigurationCard.tsx';
import type { TeamMemberFieldsFragment, TeamRole } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { type RowAction, RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { Select } from '#web/ui/Select.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { Invitations } from './Invitations.tsx';
import { givenRoles, roleWords } from './role-words.ts';
import { TeamMemberFields, TeamMembers } from './teams.gql.ts';
import { toastTeamFailure } from './team-switching.ts';

const ChangeMemberRole = graphql(`
  mutation ChangeMemberRole($id: ID!, $role: TeamRole!) {
    changeMemberRole(id: $id, role: $role) {
      ...TeamMemberFields
    }
  }
`);

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx').then((m) => m.InviteDialog));

const RenameDialog = lazyDialog(() => import('./RenameDialog.tsx').then((m) => m.RenameDialog));

const TransferOwnershipDialog = lazyDialog(() =>
  import('./TransferOwnershipDialog.tsx').then((m) => m.TransferOwnershipDialog),
);

const RemoveMemberDialog = lazyDialog(() =>
  import('./RemoveMemberDialog.tsx').then((m) => m.RemoveMemberDialog),
);

type Open = 'rename' | { handOverTo: Member } | { goes: Member };

export function TeamPage() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(TeamMembers, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const [open, setOpen] = useState<Open>();
  const [inviting, setInviting] = useSearchParam('invite');
  const owns = user?.teamRole === 'owner';
  const members = data && readFragment(TeamMemberFields, data.teamMembers);
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title="Team"
        description={
          <chakra.span display="inline-flex" alignItems="center" gap={1} overflowWrap="anywhere">
            {user?.team?.name}
            {owns && (
              <Button
                variant="ghost"
                size="sm"
                px={0}
                aria-label="Edit team"
                onClick={() => setOpen('rename')}
              >
                <Pencil size={16} strokeWidth={1.75} aria-hidden />
              </Button>
            )}
          </chakra.span>
        }
        action={
          owns && (
            <Button onClick={() => setInviting('')}>
              <UserPlus size={16} strokeWidth={1.75} aria-hidden />
              Invite
            </Button>
          )
        }
      />
      <chakra.section aria-labelledby="members" mb={8}>
        <SectionTitle id="members" mb={3}>
          Members
        </SectionTitle>
        {error && !members ? (
          <LoadFailed title="We couldn’t load the members" error={error} onRetry={refetch} />
        ) : (
          <Card overflowX="auto">
            {members ? (
              <MembersList
                members={members}
                owns={owns}
                onHandOver={(handOverTo) => setOpen({ handOverTo })}
                onGo={(goes) => setOpen({ goes })}
              />
            ) : (
              <SkeletonRows rows={3} />
            )}
          </Card>
        )}
      </chakra.section>
      {owns && <Invitations />}
      <ConfigurationCard />
      {owns && inviting !== undefined && <InviteDialog onClose={() => setInviting(undefined)} />}
      {open === 'rename' && user?.team && <RenameDialog team={user.team} onClose={close} />}
      {typeof open === 'object' && 'handOverTo' in open && (
        <TransferOwnershipDialog member={open.handOverTo} teamName={user?.team?.name ?? ''} onClose={close} />
      )}
      {typeof open === 'object' && 'goes' in open && (
        <RemoveMemberDialog member={open.goes} teamName={user?.team?.name ?? ''} onClose={close} />
      )}
    </>
  );
}

type Member = TeamMemberFieldsFragment;

type Props = {
  members: readonly Member[];
  /** Owners manage the other members. Everyone else can only leave. */
  owns: boolean;
  onHandOver: (member: Member) => void;
  onGo: (member: Member) => void;
};

type ShownProps = Props & { roleOf: (member: Member) => ReactNode };

/** The members as a table, or two lines each on phones. */
function MembersList(props: Props) {
  // Kept here, because rotating the phone mounts the other list.
  const [picked, setPicked] = useState<Readonly<Record<string, TeamRole | undefined>>>({});
  const roleOf = (member: Member) => (
    <MemberRole
      member={member}
      editable={props.owns}
      picked={picked[member.id]}
      onPick={(role) => setPicked((others) => ({ ...others, [member.id]: role }))}
    />
  );
  const Shown = useScreenSize() === 'phone' ? Lines : Columns;
  return <Shown {...props} roleOf={roleOf} />;
}

function actionsOf(member: Member, { owns, onHandOver, onGo }: Props): RowAction[] {
  if (member.you) return owns ? [] : [{ label: 'Leave', act: () => onGo(member), destroys: true }];
  if (!owns) return [];
  return [
    { label: 'Transfer ownership', act: () => onHandOver(member) },
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
  <DividedList aria-labelledby="members">
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
  </DividedList>
);

function Who({ member: { name, email, you } }: { member: Member }) {
  return (
    <>
      <chakra.span fontWeight="medium">{name}</chakra.span>
      {you && <Muted as="span"> (you)</Muted>}
      <Hint as="span" display="block">
        {email}
      </Hint>
    </>
  );
}

function Actions({ member, list }: { member: Member; list: Props }) {
  const wide = useScreenSize() === 'wide';
  const actions = actionsOf(member, list);
  if (actions.length === 0) return null;
  const Shown = wide ? RowActions : RowMenu;
  return <Shown of={member.name} actions={actions} />;
}

type ChoiceProps = {
  member: TeamMemberFieldsFragment;
  picked?: TeamRole;
  onPick: (role: TeamRole | undefined) => void;
};

type MemberRoleProps = ChoiceProps & { editable: boolean };

/** A member's role. The owner can change it. */
const MemberRole = ({ editable, ...choice }: MemberRoleProps) =>
  !editable || choice.member.role === 'owner' ? roleWords[choice.member.role] : <RoleChoice {...choice} />;

/** Saved by a button, because arrow keys change the selection and every saved change is emailed and audited. */
function RoleChoice({ member: { id, name, role }, picked, onPick }: ChoiceProps) {
  const [change, { loading }] = useMutation(ChangeMemberRole);
  const select = useRef<HTMLSelectElement>(null);
  const wanted = picked ?? role;
  const save = async () => {
    try {
      await change({ variables: { id, role: wanted } });
      onPick(undefined);
      // The Save button is unmounted after saving.
      select.current?.focus();
      toast({
        title: 'Role changed',
        description: `${name} is now a ${roleWords[wanted].toLowerCase()}.`,
        type: 'success',
      });
    } catch (error) {
      toastTeamFailure('Role not changed', error);
    }
  };
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={1.5}>
      <Select
        ref={select}
        w="7.5rem"
        aria-label={`Role of ${name}`}
        options={givenRoles}
        value={wanted}
        onChange={(event) => onPick(event.target.value as TeamRole)}
      />
      {wanted !== role && (
        <Button
          size="sm"
          aria-label={`Save role of ${name}`}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void save()}
        >
          Save
        </Button>
      )}
    </chakra.span>
  );
}
