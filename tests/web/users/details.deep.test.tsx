import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ClearLockoutDocument,
  EndUserSessionsDocument,
  PersonAccessDocument,
  PersonHistoryDocument,
  PersonInDetailDocument,
  ResetTwoFactorDocument,
  UpdateUserDocument,
  UsersDocument,
} from '#web/gql/graphql.ts';
import { formatTime } from '#web/lib/format.ts';
import { UsersPage } from '#web/features/users/UsersPage.tsx';
import { ada as adaSession, answer, asks, grace, refuse, render } from '#tests/support/render.tsx';
import { access, Address, bob, session, superAdmin, suspension } from './samples.tsx';

const shows = (who = bob) => {
  answer(UsersDocument, { users: [who], userCount: 1 });
  answer(PersonInDetailDocument, { user: { ...who, websiteUrl: null } });
};
beforeEach(() => {
  shows();
  answer(PersonAccessDocument, access());
  answer(PersonHistoryDocument, { auditEntries: [] });
});

async function open({ path = '/admin/users?user=bob', signedInAs = grace } = {}) {
  const { user } = render(
    <>
      <UsersPage />
      <Address />
    </>,
    { path, signedInAs },
  );
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('region', { name: 'Audit log' });
  const section = (name: string) => within(dialog.getByRole('region', { name }));
  return { user, dialog, section };
}

describe('The details of a user', () => {
  test('open from the name, are in the URL next to the search, and close', async () => {
    const { user } = render(
      <>
        <UsersPage />
        <Address />
      </>,
      { path: '/admin/users?q=bob', signedInAs: grace },
    );
    await user.click(await screen.findByRole('link', { name: 'Bob Baker' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bob Baker' });
    expect(screen.getByLabelText('address')).toHaveTextContent('/admin/users?q=bob&user=bob');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('address')).toHaveTextContent('/admin/users?q=bob');
  });

  test('show what is known, and say what is empty', async () => {
    const { dialog, section } = await open();
    expect(dialog.getByText('Package').nextSibling).toHaveTextContent('Professional Plan');
    expect(dialog.getByText('Last sign-in').nextSibling).toHaveTextContent('Never');
    expect(dialog.getByText('Website').nextSibling).toHaveTextContent('None');
    expect(section('Sessions').getByText('No active sessions.')).toBeVisible();
    expect(section('Failed sign-ins').getByText('None.')).toBeVisible();
    expect(section('Second factor').getByText('Not set up.')).toBeVisible();
    expect(section('Audit log').getByText('No changes yet.')).toBeVisible();
    for (const name of ['End all', 'Clear', 'Reset'])
      expect(dialog.queryByRole('button', { name })).toBeNull();
  });

  test('show who did what, from where, with the previous values', async () => {
    answer(PersonHistoryDocument, { auditEntries: [suspension] });
    const { section } = await open();
    const [entry] = section('Audit log').getAllByRole('listitem');
    expect(entry).toHaveTextContent(
      'User suspended1 h agoby grace@example.test from 198.51.100.7: Suspended: No → Yes',
    );
    expect(asks(PersonHistoryDocument)[0]?.variables).toEqual({ id: 'bob', first: 20 });
  });

  test('name a field as the audit log does, and show one side if there is only one', async () => {
    answer(PersonHistoryDocument, {
      auditEntries: [
        { ...suspension, label: 'Team joined', actor: 'system', before: {}, after: { role: 'member' } },
        { ...suspension, id: '8', before: { firstName: 'Bob' }, after: { firstName: '' } },
      ],
    });
    const { section } = await open();
    const [joined, renamed] = section('Audit log').getAllByRole('listitem');
    expect(joined).toHaveTextContent(/^Team joined.*by Platform .*: Role: member$/);
    expect(renamed).toHaveTextContent(/: First name: Bob → None$/);
  });

  test('show one section when another can’t be loaded', async () => {
    refuse(PersonAccessDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { dialog } = await open();
    expect(await dialog.findByText('We couldn’t load their sign-ins')).toBeVisible();
    expect(dialog.getByText('Company').nextSibling).toHaveTextContent('Bakery');
  });

  test('of an unknown user say so', async () => {
    for (const document of [PersonInDetailDocument, PersonAccessDocument]) {
      refuse(document, { message: 'User not found', code: 'NOT_FOUND' });
    }
    render(<UsersPage />, { path: '/admin/users?user=nobody', signedInAs: grace });
    expect(await screen.findByText('User not found')).toBeVisible();
  });

  test('update after a suspension in them', async () => {
    answer(UpdateUserDocument, { updateUser: { ...bob, suspended: true } });
    const { user, dialog } = await open();
    answer(PersonHistoryDocument, { auditEntries: [suspension] });
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    await user.click(await screen.findByRole('button', { name: 'Suspend Bob Baker' }));
    expect(await dialog.findByText(/by grace@example.test/)).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Activate' })).toHaveFocus());
  });
});

describe('Sessions', () => {
  beforeEach(() => answer(PersonAccessDocument, access({ sessions: [session()] })));

  test('show the device, the address and when they were last seen, and can be ended after confirmation', async () => {
    answer(EndUserSessionsDocument, { endUserSessions: 1 });
    const { user, section } = await open();
    expect(section('Sessions').getByRole('listitem')).toHaveTextContent(
      'Firefox on Windows203.0.113.9 · seen 5 min ago',
    );
    await user.click(section('Sessions').getByRole('button', { name: 'End all' }));
    answer(PersonAccessDocument, access());
    await user.click(await screen.findByRole('button', { name: 'End all sessions' }));
    expect(await screen.findByText('All sessions ended')).toBeVisible();
    expect(await section('Sessions').findByText('No active sessions.')).toBeVisible();
    expect(asks(EndUserSessionsDocument)[0]?.variables).toEqual({ id: 'bob' });
  });

  test('that could not be ended say why', async () => {
    refuse(EndUserSessionsDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user, section } = await open();
    await user.click(section('Sessions').getByRole('button', { name: 'End all' }));
    await user.click(await screen.findByRole('button', { name: 'End all sessions' }));
    expect(await screen.findByText('Failed to end the sessions')).toBeVisible();
    expect(section('Sessions').getByText('Firefox on Windows')).toBeVisible();
  });
});

describe('A lockout', () => {
  test('shows its end and can be cleared', async () => {
    const end = new Date(Date.now() + 600_000);
    const lockedUntil = end.toISOString();
    answer(PersonAccessDocument, access({ failedAttempts: 5, lockedUntil }));
    answer(ClearLockoutDocument, { clearLockout: true });
    const { user, section } = await open();
    expect(
      section('Failed sign-ins').getByText(`Locked until ${formatTime(end).replace('\u202f', ' ')}`),
    ).toBeVisible();
    expect(section('Failed sign-ins').getByText('after 5 failed attempts.')).toBeVisible();
    answer(PersonAccessDocument, access());
    await user.click(section('Failed sign-ins').getByRole('button', { name: 'Clear' }));
    expect(await section('Failed sign-ins').findByText('None.')).toBeVisible();
    await waitFor(() => expect(document.activeElement).toHaveTextContent('None.'));
  });

  test('is no longer shown once it has expired', async () => {
    const lockedUntil = new Date(Date.now() + 700).toISOString();
    answer(PersonAccessDocument, access({ failedAttempts: 5, lockedUntil }));
    const { section } = await open();
    expect(section('Failed sign-ins').getByText(/^Locked until/)).toBeVisible();
    expect(await section('Failed sign-ins').findByText('5 failed attempts.')).toBeVisible();
  });
});

describe('The second factor', () => {
  beforeEach(() => answer(PersonAccessDocument, access({ twoFactorEnabled: true, recoveryCodesLeft: 1 })));

  test('can be reset after confirmation', async () => {
    answer(ResetTwoFactorDocument, { resetTwoFactor: true });
    const { user, section } = await open();
    expect(section('Second factor').getByText('On, with 1 recovery code left.')).toBeVisible();
    await user.click(section('Second factor').getByRole('button', { name: 'Reset' }));
    answer(PersonAccessDocument, access());
    await user.click(await screen.findByRole('button', { name: 'Reset second factor' }));
    expect(await section('Second factor').findByText('Not set up.')).toBeVisible();
  });

  test.each([
    ['of oneself', { ...bob, id: 'grace' }, grace],
    ['of a super administrator, to an administrator', superAdmin, adaSession],
  ])('%s can’t be reset here', async (_whose, who, signedInAs) => {
    shows(who);
    const { section } = await open({ path: `/admin/users?user=${who.id}`, signedInAs });
    expect(section('Second factor').getByText(/^On/)).toBeVisible();
    expect(section('Second factor').queryByRole('button')).toBeNull();
  });
});
