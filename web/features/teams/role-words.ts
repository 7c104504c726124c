import type { TeamRole } from '#web/gql/graphql.ts';

export const roleWords: Record<TeamRole, string> = { owner: 'Owner', member: 'Member', viewer: 'Viewer' };

/** The role within a sentence: "as a viewer". */
export const asRole: Record<TeamRole, string> = {
  owner: 'as the owner',
  member: 'as a member',
  viewer: 'as a viewer',
};

export const mayDo: Record<TeamRole, string> = {
  owner: 'Owners can change everything and manage members.',
  member: 'Members can view and change controllers, rules and alerts.',
  viewer: 'Viewers can view everything and acknowledge alerts, but can’t make other changes.',
};

/** Assignable roles. Ownership changes only by transfer. */
export const givenRoles = (['member', 'viewer'] as const).map((value) => ({
  value,
  label: roleWords[value],
}));
