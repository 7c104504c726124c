import { screen, within } from '@testing-library/react';
import { TeamPage } from '#web/features/teams/TeamPage.tsx';
import type { TeamMemberFieldsFragment } from '#web/gql/graphql.ts';
import { alice, render } from '#tests/support/render.tsx';
import { typed } from '../controllers/samples.tsx';

/** A member of the tests' team, with what a test says otherwise. */
export const member = (over: Partial<TeamMemberFieldsFragment>): TeamMemberFieldsFragment =>
  typed('TeamMember', {
    id: 'mia',
    name: 'Mia Moor',
    email: 'mia@example.test',
    role: 'member',
    joinedAt: new Date().toISOString(),
    you: false,
    ...over,
  });
/** Alice, who looks. */
export const owner = member({
  id: 'alice',
  name: 'Alice Archer',
  email: alice.email,
  role: 'owner',
  you: true,
});
/** A member. */
export const mia = member({});

/** The screen of the team. */
export const openTeam = (signedInAs = alice, path = '/team') => render(<TeamPage />, { path, signedInAs });
/** What is in the row of someone, or of an invitation. */
export const rowOf = async (name: string) => {
  const cell = await screen.findByText(name, { selector: 'td *' });
  return within(cell.closest('tr')!);
};
