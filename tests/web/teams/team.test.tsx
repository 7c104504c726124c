import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ChangeMemberRoleDocument,
  TransferOwnershipDocument,
  LeaveTeamDocument,
  MeDocument,
  MyTeamsDocument,
  RemoveMemberDocument,
  RenameTeamDocument,
  TeamInvitationsDocument,
  TeamMembersDocument,
} from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse } from '#tests/support/render.tsx';
import { typed } from '../controllers/samples.tsx';
import { member, mia, openTeam, owner, rowOf } from './samples.tsx';

const wide = window.matchMedia.bind(window);
const turned: (() => void)[] = [];
const listening = (query: string, matches: boolean) =>
  Object.assign(wide(query), {
    matches,
    addEventListener: (_: string, listener: () => void) => void turned.push(listener),
  });
const narrow = (query: string) => listening(query, false);

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => listening(query, wide(query).matches));
  answer(TeamMembersDocument, { teamMembers: [owner, mia] });
  answer(TeamInvitationsDocument, { teamInvitations: [] });
  answer(MyTeamsDocument, { myTeams: [] });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the owner', () => {
  test('sees everyone with their role, and no actions on themselves', async () => {
    openTeam();
    const [own, others] = [await rowOf('Alice Archer'), await rowOf('Mia Moor')];
    expect(own.getByText('Owner')).toBeVisible();
    expect(own.getByText('(you)')).toBeVisible();
    expect(own.queryByRole('button')).not.toBeInTheDocument();
    expect(others.getByLabelText('Role of Mia Moor')).toHaveValue('member');
  });

  test('can open the invitation form by its address', async () => {
    openTeam(alice, '/team?invite');
    expect(await screen.findByRole('dialog', { name: /^Invite/ })).toBeVisible();
  });

  test('selects a role, and saves it', async () => {
    answer(ChangeMemberRoleDocument, ({ role }) => ({ changeMemberRole: { ...mia, role } }));
    const { user } = openTeam();
    const choice = await screen.findByLabelText('Role of Mia Moor');
    await user.selectOptions(choice, 'Viewer');
    await user.selectOptions(choice, 'Member');
    expect(screen.queryByRole('button', { name: 'Save role of Mia Moor' })).not.toBeInTheDocument();
    await user.selectOptions(choice, 'Viewer');
    expect(asks(ChangeMemberRoleDocument)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Save role of Mia Moor' }));
    expect(await screen.findByText('Mia Moor is now a viewer.')).toBeVisible();
    expect(asks(ChangeMemberRoleDocument)[0]?.variables).toEqual({ id: 'mia', role: 'viewer' });
    expect(choice).toHaveValue('viewer');
    expect(choice).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Save role of Mia Moor' })).not.toBeInTheDocument();
    expect(asks(ChangeMemberRoleDocument)).toHaveLength(1);
  });

  test('keeps the role they picked when the screen changes its width', async () => {
    const { user } = openTeam();
    await user.selectOptions(await screen.findByLabelText('Role of Mia Moor'), 'Viewer');
    const listeners = turned.splice(0);
    vi.spyOn(window, 'matchMedia').mockImplementation(narrow);
    act(() => listeners.forEach((listener) => listener()));
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Role of Mia Moor')).toHaveValue('viewer');
    expect(screen.getByRole('button', { name: 'Save role of Mia Moor' })).toBeVisible();
  });

  test('sees why a role was not changed, and can try again', async () => {
    refuse(ChangeMemberRoleDocument, {
      message: "Only the team's owner can do that.",
      code: 'UNAUTHORIZED',
    });
    const { user } = openTeam();
    await user.selectOptions(await screen.findByLabelText('Role of Mia Moor'), 'Viewer');
    await user.click(screen.getByRole('button', { name: 'Save role of Mia Moor' }));
    expect(await screen.findByText("Only the team's owner can do that.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save role of Mia Moor' })).toHaveFocus();
  });

  test('removes a member after confirmation', async () => {
    answer(RemoveMemberDocument, () => {
      answer(TeamMembersDocument, { teamMembers: [owner] });
      return { removeMember: 'mia' };
    });
    const { user } = openTeam();
    await user.click((await rowOf('Mia Moor')).getByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Mia Moor' });
    expect(dialog).toHaveTextContent('lose access to Archer Networks immediately');
    expect(asks(RemoveMemberDocument)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Remove from team' }));
    expect(await screen.findByText('Member removed')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('mia@example.test')).not.toBeInTheDocument());
  });

  test('transfers ownership with the password, and is a member afterwards', async () => {
    answer(TransferOwnershipDocument, () => {
      const after = [member({ role: 'owner' }), { ...owner, role: 'member' as const }];
      answer(TeamMembersDocument, { teamMembers: after });
      answer(MeDocument, { me: { ...alice, teamRole: 'member' } });
      return { transferOwnership: after };
    });
    const { user } = openTeam();
    await user.click((await rowOf('Mia Moor')).getByRole('button', { name: 'Transfer ownership' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Transfer ownership of Archer Networks' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Transfer ownership' }));
    expect(await dialog.findByText('Password is required')).toBeVisible();
    await user.type(dialog.getByLabelText('Password'), 'secret');
    await user.click(dialog.getByRole('button', { name: 'Transfer ownership' }));
    expect(await screen.findByText('Ownership transferred')).toBeVisible();
    expect(asks(TransferOwnershipDocument)[0]?.variables).toEqual({
      input: { memberId: 'mia', password: 'secret' },
    });
    expect((await rowOf('Alice Archer')).getByRole('button', { name: 'Leave' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument();
  });

  test('keeps the dialog and sees the error under the field when the password is wrong', async () => {
    const password = 'The password is incorrect';
    refuse(TransferOwnershipDocument, { message: password, fields: { password } });
    const { user } = openTeam();
    await user.click((await rowOf('Mia Moor')).getByRole('button', { name: 'Transfer ownership' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Transfer ownership' }));
    expect(await dialog.findByText(password)).toBeVisible();
    expect(dialog.getByLabelText('Password')).toHaveValue('wrong');
  });

  test('renames the team, and sets its time zone', async () => {
    answer(RenameTeamDocument, ({ input }) => ({
      renameTeam: typed('Team', { id: 'team-alice', name: input.name, timeZone: input.timeZone ?? null }),
    }));
    const { user } = openTeam();
    await user.click(await screen.findByRole('button', { name: 'Edit team' }));
    const field = await screen.findByLabelText('Team name');
    expect(field).toHaveValue('Archer Networks');
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Team name is required')).toBeVisible();
    await user.type(field, 'Netz & Söhne');
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Team saved')).toBeVisible();
    expect(asks(RenameTeamDocument)[0]?.variables).toEqual({
      input: { name: 'Netz & Söhne', timeZone: 'Europe/Berlin' },
    });
  });
});

test('Renaming a team without a time zone doesn’t set one', async () => {
  answer(RenameTeamDocument, ({ input }) => ({
    renameTeam: typed('Team', { id: 'team-alice', name: input.name, timeZone: null }),
  }));
  const { user } = openTeam();
  await user.click(await screen.findByRole('button', { name: 'Edit team' }));
  expect(await screen.findByLabelText('Time zone')).toHaveDisplayValue('Not set (UTC)');
  await user.type(screen.getByLabelText('Team name'), ' North');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Team saved')).toBeVisible();
  expect(asks(RenameTeamDocument)[0]?.variables).toEqual({ input: { name: 'Archer Networks North' } });
});

describe.each(['member', 'viewer'] as const)('a %s', (teamRole) => {
  const you = member({ role: teamRole, you: true });
  const openAs = () => {
    answer(TeamMembersDocument, {
      teamMembers: [{ ...owner, you: false }, you, member({ id: 'max', name: 'Max' })],
    });
    return openTeam({ ...alice, teamRole });
  };

  test('sees the members, and has no actions on others', async () => {
    openAs();
    expect((await rowOf('Max')).queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    for (const name of ['Invite', 'Edit team', 'Transfer ownership', 'Remove']) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    }
    expect(asks(TeamInvitationsDocument)).toHaveLength(0);
  });

  test('can’t open the invitation form, not even by its address', async () => {
    openTeam({ ...alice, teamRole }, '/team?invite');
    await rowOf('Mia Moor');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('can leave, and continues in another team', async () => {
    answer(LeaveTeamDocument, { leaveTeam: true });
    const { user, leftFor } = openAs();
    await user.click((await rowOf('Mia Moor')).getByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Leave team' }));
    await waitFor(() => expect(leftFor).toEqual(['/user-dashboard']));
  });
});

test('members that can’t be loaded can be reloaded', async () => {
  refuse(TeamMembersDocument, { message: 'Try again in a moment.', code: 'NOT_READY' });
  const { user } = openTeam();
  expect(await screen.findByText('We couldn’t load the members')).toBeVisible();
  answer(TeamMembersDocument, { teamMembers: [owner, mia] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Mia Moor')).toBeVisible();
});
