import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type InvitationFieldsFragment,
  InviteMemberDocument,
  MyTeamsDocument,
  ResendInvitationDocument,
  RevokeInvitationDocument,
  TeamInvitationsDocument,
  TeamMembersDocument,
} from '#web/gql/graphql.ts';
import { answer, asks, refuse } from '#tests/support/render.tsx';
import { typed } from '../controllers/samples.tsx';
import { member, mia, openTeam, owner } from './samples.tsx';

const invitation = (over: Partial<InvitationFieldsFragment> = {}): InvitationFieldsFragment =>
  typed('Invitation', {
    id: 'nora',
    email: 'nora@example.test',
    role: 'viewer',
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 6 * 86_400_000).toISOString(),
    ...over,
  });

beforeEach(() => {
  answer(TeamMembersDocument, { teamMembers: [owner, mia] });
  answer(TeamInvitationsDocument, { teamInvitations: [] });
  answer(MyTeamsDocument, { myTeams: [] });
});

afterEach(() => void vi.useRealTimers());

describe('an invitation', () => {
  const fill = async (email: string) => {
    const { user } = openTeam();
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    await user.type(await screen.findByLabelText('Email'), email);
    return user;
  };

  test('needs an address, and says what each role may do', async () => {
    const user = await fill('nora');
    expect(screen.getByText(/Members can view and change .* Viewers can view everything/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(asks(InviteMemberDocument)).toHaveLength(0);
  });

  test('is listed as pending once it is sent', async () => {
    answer(InviteMemberDocument, () => {
      answer(TeamInvitationsDocument, { teamInvitations: [invitation()] });
      return { inviteMember: invitation() };
    });
    const user = await fill('nora@example.test');
    expect(screen.getByText(/No pending invitations/)).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Role'), 'Viewer');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('Invitation sent')).toBeVisible();
    expect(asks(InviteMemberDocument)[0]?.variables).toEqual({
      input: { email: 'nora@example.test', role: 'viewer' },
    });
    const list = await screen.findByRole('list', { name: 'Pending invitations' });
    expect(within(list).getByText('nora@example.test')).toBeVisible();
    expect(within(list).getByText(/Viewer · expires/)).toBeVisible();
  });

  test('to an address that is already invited says that it is resent', async () => {
    answer(TeamInvitationsDocument, { teamInvitations: [invitation()] });
    answer(InviteMemberDocument, { inviteMember: invitation() });
    const { user } = openTeam();
    await screen.findByText('nora@example.test');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    await user.type(await screen.findByLabelText('Email'), 'Nora@Example.test');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('Invitation resent')).toBeVisible();
    expect(screen.getByText(/The link in the earlier email no longer works/)).toBeVisible();
  });

  test('to a member shows an error under the address, which stays', async () => {
    const email = 'mia@example.test is already a member';
    refuse(InviteMemberDocument, { message: email, fields: { email } });
    const user = await fill('mia@example.test');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText(email)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('mia@example.test');
  });

  test('that has expired says so, and can be resent', async () => {
    answer(TeamInvitationsDocument, {
      teamInvitations: [invitation({ expiresAt: new Date(0).toISOString() })],
    });
    answer(ResendInvitationDocument, { resendInvitation: invitation() });
    const { user } = openTeam();
    expect(await screen.findByText('Expired')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send Again' }));
    expect(await screen.findByText('Invitation resent')).toBeVisible();
    expect(screen.queryByText('Expired')).not.toBeInTheDocument();
  });

  test('is replaced by the colleague who has joined, automatically', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    answer(TeamInvitationsDocument, { teamInvitations: [invitation()] });
    openTeam();
    await screen.findByText('nora@example.test');
    await screen.findByText('Mia Moor');
    answer(TeamInvitationsDocument, { teamInvitations: [] });
    answer(TeamMembersDocument, { teamMembers: [owner, mia, member({ id: 'nora', name: 'Nora North' })] });
    act(() => void vi.advanceTimersByTime(20_000));
    expect(await screen.findByText('Nora North')).toBeVisible();
    expect(screen.getByText(/No pending invitations/)).toBeVisible();
    for (const asked of [asks(TeamInvitationsDocument), asks(TeamMembersDocument)])
      expect(asked.map(({ headers }) => headers['x-unattended'])).toEqual([undefined, '1']);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(asks(TeamInvitationsDocument)).toHaveLength(2);
  });

  test('can be revoked', async () => {
    answer(TeamInvitationsDocument, { teamInvitations: [invitation()] });
    answer(RevokeInvitationDocument, () => {
      answer(TeamInvitationsDocument, { teamInvitations: [] });
      return { revokeInvitation: 'nora' };
    });
    const { user } = openTeam();
    await user.click(await screen.findByRole('button', { name: 'Take Back' }));
    expect(await screen.findByText('Invitation revoked')).toBeVisible();
    expect(await screen.findByText(/No pending invitations/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Pending invitations' })).toHaveFocus();
  });
});
