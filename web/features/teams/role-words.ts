import type { TeamRole } from '#web/gql/graphql.ts';

export const roleWords: Record<TeamRole, string> = { owner: 'Owner', member: 'Member', viewer: 'Viewer' };

/** As it stands in a sentence: "as a viewer". */
export const asRole: Record<TeamRole, string> = {
  owner: 'as the owner',
  member: 'as a member',
  viewer: 'as a viewer',
};

/** What somebody of a role may do, in one sentence. */
export const mayDo: Record<TeamRole, string> = {
  owner: 'An owner changes everything and decides who is in the team.',
  member: 'A member sees and changes controllers, rules and alerts.',
  viewer: 'A viewer sees everything, acknowledges alerts, and changes nothing else.',
};

/** The roles that are given; a team is owned by hand-over. */
export const givenRoles = (['member', 'viewer'] as const).map((value) => ({
  value,
  label: roleWords[value],
}));
