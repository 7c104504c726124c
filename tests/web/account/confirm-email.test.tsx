import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';
import { ConfirmEmailChangeDocument, type LinkState, EmailLinkDocument } from '#web/gql/graphql.ts';

const open = (state: LinkState, signedInAs?: typeof alice) => {
  answer(EmailLinkDocument, { emailLink: { state, email: state === 'valid' ? 'new@example.test' : null } });
  return renderApp({ path: '/confirm-email?token=the-token', signedInAs });
};
const button = () => screen.findByRole('button', { name: 'Confirm email address' });

describe('The page of a new address’s confirmation link', () => {
  test('changes nothing until confirmed, and then says so', async () => {
    answer(ConfirmEmailChangeDocument, {
      confirmEmailChange: { message: 'Your email address is now new@example.test.' },
    });
    const { user } = open('valid');
    expect(await screen.findByText('new@example.test')).toBeVisible();
    expect(asks(ConfirmEmailChangeDocument)).toEqual([]);
    await user.click(await button());
    expect(await screen.findByText('Your email address is now new@example.test.')).toBeVisible();
    expect(asks(ConfirmEmailChangeDocument)[0]?.variables).toEqual({ input: { token: 'the-token' } });
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
  });

  test.each([
    ['used', 'This link has already been used'],
    ['expired', 'This link has expired'],
    ['wrong', 'This link isn’t valid'],
  ] as const)('says what happened to a link that is %s', async (state, title) => {
    open(state);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirm email address' })).not.toBeInTheDocument();
  });

  test('says when the address has been taken in the meantime, and offers to choose another', async () => {
    refuse(ConfirmEmailChangeDocument, {
      message: 'This address belongs to another account by now.',
      code: 'CONFLICT',
    });
    const { user } = open('valid');
    await user.click(await button());
    expect(await screen.findByText('This address belongs to another account by now.')).toBeVisible();
    expect(await button()).toBeVisible();
  });

  test('works for someone who is signed in too, and links back to the settings', async () => {
    open('used', alice);
    expect(await screen.findByRole('link', { name: 'Open Settings' })).toHaveAttribute('href', '/settings');
  });
});
