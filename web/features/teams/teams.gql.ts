import { graphql } from '#web/gql/index.ts';

export const MyTeams = graphql(`
  query MyTeams {
    myTeams {
      id
      name
      role
      current
    }
  }
`);

export const SwitchTeam = graphql(`
  mutation SwitchTeam($id: ID!) {
    switchTeam(id: $id)
  }
`);

export const RenameTeam = graphql(`
  mutation RenameTeam($input: TeamInput!) {
    renameTeam(input: $input) {
      id
      name
      timeZone
    }
  }
`);

export const TeamMemberFields = graphql(`
  fragment TeamMemberFields on TeamMember {
    id
    name
    email
    role
    joinedAt
    you
  }
`);

export const TeamMembers = graphql(`
  query TeamMembers {
    teamMembers {
      ...TeamMemberFields
    }
  }
`);

export const ChangeMemberRole = graphql(`
  mutation ChangeMemberRole($id: ID!, $role: TeamRole!) {
    changeMemberRole(id: $id, role: $role) {
      ...TeamMemberFields
    }
  }
`);

export const RemoveMember = graphql(`
  mutation RemoveMember($id: ID!) {
    removeMember(id: $id)
  }
`);

export const LeaveTeam = graphql(`
  mutation LeaveTeam {
    leaveTeam
  }
`);

export const HandOverTeam = graphql(`
  mutation HandOverTeam($input: HandOverInput!) {
    handOverTeam(input: $input) {
      ...TeamMemberFields
    }
  }
`);
