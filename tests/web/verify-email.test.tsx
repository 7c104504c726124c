import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PackagePrices } from '#web/app/shell.gql.ts';
import { EmailLinkDocument, ResendVerificationDocument, VerifyEmailDocument } from '#web/gql/graphql.ts';
import { VerifyEmailPage } from '#web/features/auth/email-link/VerifyEmailPage.tsx';
import { alice, answer, asks, refuse, render, renderApp } from '#tests/support/render.tsx';

const SENT = 'If this address is waiting to be verified, a new link is on its way.';
const VERIFY = 'Verify email address';

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address bar">{pathname + search}</output>;
}

const open = (query = '?token=secret-of-the-mail') =>
  render(
    <>
      <VerifyEmailPage />
      <Address />
    </>,
    { path: `/verify-email${query}` },
  );

const valid = () => answer(EmailLinkDocument, { emailLink: { state: 'valid', email: 'ann@example.test' } });

describe('a link that verifies an address', () => {
  test('is not used by opening it, but by a button that names the address', async () => {
    valid();
    answer(VerifyEmailDocument, { verifyEmail: { message: 'Verified' } });
    const { user } = open();
    const button = await screen.findByRole('button', { name: VERIFY });
    expect(screen.getByText('ann@example.test')).toBeInTheDocument();
    expect(asks(EmailLinkDocument)[0]?.variables).toEqual({
      purpose: 'verify_email',
      token: 'secret-of-the-mail',
    });
    expect(asks(VerifyEmailDocument)).toEqual([]);
    await user.click(button);
    expect(await screen.findByRole('heading', { name: 'Email address verified' })).toBeInTheDocument();
    expect(asks(VerifyEmailDocument)[0]?.variables).toEqual({ input: { token: 'secret-of-the-mail' } });
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
  });

  test('leaves no token in the address bar or in referrers', async () => {
    valid();
    open();
    await screen.findByRole('button', { name: VERIFY });
    expect(screen.getByLabelText('address bar')).toHaveTextContent(/^\/verify-email$/);
    expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
  });

  test.each([
    ['used', 'This link has already been used'],
    ['expired', 'This link has expired'],
    ['wrong', 'This link isn’t valid'],
  ] as const)('that is %s says "%s" and offers another email', async (state, heading) => {
    answer(EmailLinkDocument, { emailLink: { state, email: null } });
    answer(ResendVerificationDocument, { resendVerification: { message: SENT } });
    const { user } = open();
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: VERIFY })).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Email'), 'ann@example.test');
    await user.click(screen.getByRole('button', { name: 'Send a new verification email' }));
    expect(await screen.findByText(SENT)).toBeInTheDocument();
    expect(asks(ResendVerificationDocument)[0]?.variables).toEqual({ input: { email: 'ann@example.test' } });
  });

  test('that someone else has used in the meantime says so', async () => {
    valid();
    refuse(VerifyEmailDocument, { message: 'This link has already been used.', link: 'used' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: VERIFY }));
    expect(
      await screen.findByRole('heading', { name: 'This link has already been used' }),
    ).toBeInTheDocument();
  });

  test('stays usable when the server could not be reached', async () => {
    valid();
    answer(VerifyEmailDocument, () => {
      throw new TypeError('Failed to fetch');
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: VERIFY }));
    expect(await screen.findByText('The server didn’t answer')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: VERIFY })).toBeInTheDocument();
  });

  test('can be looked up again when that failed', async () => {
    answer(EmailLinkDocument, () => {
      throw new TypeError('Failed to fetch');
    });
    const { user } = open();
    expect(await screen.findByText('We couldn’t check this link')).toBeInTheDocument();
    valid();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: VERIFY })).toBeInTheDocument();
  });
});

test.each(['', '?token='])(
  'without a token ("%s") the page says that an email was sent, and sends another',
  async (query) => {
    answer(ResendVerificationDocument, { resendVerification: { message: SENT } });
    const { user } = open(query);
    expect(screen.getByRole('heading', { name: 'Check your email' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send a new verification email' }));
    expect(await screen.findByText('Email is required')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Email'), 'ann@example.test');
    await user.click(screen.getByRole('button', { name: 'Send a new verification email' }));
    expect(await screen.findByText(SENT)).toBeInTheDocument();
    expect(asks(EmailLinkDocument)).toEqual([]);
  },
);

test.each(['/verify-email', '/reset-password', '/unlock'])(
  '%s opens for people who are signed in, too',
  async (path) => {
    answer(PackagePrices, { packages: [] });
    const { where } = renderApp({ path, signedInAs: alice });
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument();
    await waitFor(() => expect(where()).toBe(path));
  },
);
