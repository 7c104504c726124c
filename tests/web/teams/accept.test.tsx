import { CombinedGraphQLErrors } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AcceptInvitationPage } from '#web/features/teams/AcceptInvitationPage.tsx';
import {
  AcceptInvitationDocument,
  InvitationByTokenDocument,
  type InvitationByTokenQuery,
  PasswordPolicyDocument,
  SwitchTeamDocument,
} from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

type Invitation = InvitationByTokenQuery['invitation'];

const invitation = (over: Partial<Invitation> = {}): Invitation => ({
  state: 'valid',
  email: 'nora@example.test',
  teamId: 'northwind',
  teamName: 'Northwind Networks',
  invitedBy: 'Dana Morgan',
  role: 'viewer',
  hasAccount: false,
  ...over,
});
const nothing = { email: null, teamId: null, teamName: null, invitedBy: null, role: null };

const open = (over: Partial<Invitation> = {}, signedInAs?: typeof alice) => {
  answer(InvitationByTokenDocument, { invitation: invitation(over) });
  return render(<AcceptInvitationPage />, { path: '/accept-invitation?token=from-the-mail', signedInAs });
};

beforeEach(() => {
  answer(PasswordPolicyDocument, {
    passwordPolicy: { minLength: 8, text: 'At least 8 characters.' },
  });
  answer(AcceptInvitationDocument, {
    acceptInvitation: { message: 'You are in the team Northwind Networks now.' },
  });
});

describe('someone without an account', () => {
  const fill = async () => {
    const opened = open();
    await opened.user.type(await screen.findByLabelText('First name'), 'Nora');
    await opened.user.type(screen.getByLabelText('Last name'), 'North');
    await opened.user.type(screen.getByLabelText('Password'), 'Lantern-over-7!');
    return opened;
  };
  const create = () => screen.getByRole('button', { name: 'Create Account and Join' });

  test('sees the team, the role, and who invites them', async () => {
    const { where } = open();
    expect(await screen.findByRole('heading', { name: 'Join Northwind Networks as a viewer' })).toBeVisible();
    expect(screen.getByText(/Dana Morgan has invited/)).toHaveTextContent('Viewers can view everything');
    expect(asks(InvitationByTokenDocument)[0]?.variables).toEqual({ token: 'from-the-mail' });
    expect(where()).toBe('/accept-invitation');
  });

  test('enters a name and a password, and is sent to sign in', async () => {
    const { user } = await fill();
    await user.type(screen.getByLabelText('Confirm password'), 'Lantern-over-7!');
    await user.click(create());
    expect(await screen.findByText('You’ve joined Northwind Networks')).toBeVisible();
    expect(screen.getByText('Sign in as nora@example.test to open it.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
    expect(asks(AcceptInvitationDocument)[0]?.variables).toEqual({
      input: {
        token: 'from-the-mail',
        firstName: 'Nora',
        lastName: 'North',
        password: 'Lantern-over-7!',
        confirmPassword: 'Lantern-over-7!',
      },
    });
  });

  test('sees what is missing before anything is sent', async () => {
    const { user } = open();
    await screen.findByLabelText('First name');
    await user.click(create());
    for (const sentence of ['First name is required', 'Last name is required', 'Password is required']) {
      expect(await screen.findByText(sentence)).toBeVisible();
    }
    await user.type(screen.getByLabelText('Password'), 'Lantern-over-7!');
    await user.type(screen.getByLabelText('Confirm password'), 'another');
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    expect(asks(AcceptInvitationDocument)).toHaveLength(0);
  });

  test('keeps what was typed when the server requires a better password', async () => {
    const password = 'This password is too common';
    refuse(AcceptInvitationDocument, { message: password, fields: { password } });
    const { user } = await fill();
    await user.type(screen.getByLabelText('Confirm password'), 'Lantern-over-7!');
    await user.click(create());
    expect(await screen.findByText(password)).toBeVisible();
    expect(screen.getByLabelText('First name')).toHaveValue('Nora');
  });

  test('sees that the link has been used in the meantime', async () => {
    answer(AcceptInvitationDocument, () => {
      throw new CombinedGraphQLErrors({
        data: null,
        errors: [
          { message: 'This link isn’t valid.', extensions: { code: 'BAD_USER_INPUT', link: 'wrong' } },
        ],
      });
    });
    const { user } = await fill();
    await user.type(screen.getByLabelText('Confirm password'), 'Lantern-over-7!');
    await user.click(create());
    expect(await screen.findByRole('heading', { name: 'This invitation isn’t valid' })).toBeVisible();
  });
});

describe('someone with an account', () => {
  test('joins with one click', async () => {
    const { user } = open({ hasAccount: true });
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText('You’ve joined Northwind Networks')).toBeVisible();
    expect(asks(AcceptInvitationDocument)[0]?.variables).toEqual({ input: { token: 'from-the-mail' } });
  });

  test('and signed in with it opens the team immediately', async () => {
    answer(SwitchTeamDocument, { switchTeam: true });
    const { user, leftFor } = open({ hasAccount: true, email: alice.email }, alice);
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(screen.queryByText(/^You’re signed in as/)).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Open Northwind Networks' }));
    await waitFor(() => expect(leftFor).toEqual(['/user-dashboard']));
    expect(asks(SwitchTeamDocument)[0]?.variables).toEqual({ id: 'northwind' });
  });

  test('signed in with another one gets a warning, and sees which one to use', async () => {
    const { user } = open({ hasAccount: true }, alice);
    expect(await screen.findByText('You’re signed in as alice@example.test')).toBeVisible();
    expect(screen.getByText(/^This invitation is for nora@example.test/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(
      await screen.findByText(/You’re signed in as alice@example.test.* sign in as nora@example.test/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /Open/ })).not.toBeInTheDocument();
  });
});

/** The page with what a reload does to it: everything is re-encoded, the history stays. */
function Reloading() {
  const [loads, setLoads] = useState(0);
  return (
    <>
      <button onClick={() => setLoads(loads + 1)}>Reload</button>
      <AcceptInvitationPage key={loads} />
    </>
  );
}

test('someone who reloads the page after joining still sees that they are in', async () => {
  answer(InvitationByTokenDocument, { invitation: invitation({ hasAccount: true, email: alice.email }) });
  const { user } = render(<Reloading />, { path: '/accept-invitation?token=x', signedInAs: alice });
  await user.click(await screen.findByRole('button', { name: 'Join' }));
  await screen.findByText('You’ve joined Northwind Networks');
  answer(InvitationByTokenDocument, { invitation: { ...invitation(), state: 'wrong' } });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByRole('button', { name: 'Open Northwind Networks' })).toBeVisible();
  expect(screen.queryByText('This invitation isn’t valid')).not.toBeInTheDocument();
});

describe('a link', () => {
  test('that has expired says whom to ask', async () => {
    open({ state: 'expired' });
    expect(await screen.findByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
    expect(screen.getByText(/Ask Dana Morgan to invite you to Northwind Networks again/)).toBeVisible();
  });

  test('that is invalid offers no form', async () => {
    open({ ...nothing, state: 'wrong' });
    expect(await screen.findByRole('heading', { name: 'This invitation isn’t valid' })).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('without a token sends no request', () => {
    render(<AcceptInvitationPage />, { path: '/accept-invitation' });
    expect(screen.getByRole('heading')).toHaveTextContent('This invitation isn’t valid');
    expect(asks(InvitationByTokenDocument)).toHaveLength(0);
  });

  test('that can’t be checked can be tried again', async () => {
    refuse(InvitationByTokenDocument, { message: 'Try again in a moment.', code: 'NOT_READY' });
    const { user } = render(<AcceptInvitationPage />, { path: '/accept-invitation?token=x' });
    expect(await screen.findByText('We couldn’t check this link')).toBeVisible();
    answer(InvitationByTokenDocument, { invitation: invitation() });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('First name')).toBeVisible();
  });
});
