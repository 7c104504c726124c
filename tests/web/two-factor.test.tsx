import { CombinedGraphQLErrors } from '@apollo/client';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Route } from '#web/app/routes.tsx';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import {
  DisableTwoFactor,
  EnableTwoFactor,
  RenewRecoveryCodes,
  TwoFactor,
  TwoFactorSetup,
} from '#web/features/auth/two-factor.gql.ts';
import { TwoFactorPage } from '#web/features/auth/TwoFactorPage.tsx';
import { Me } from '#web/features/auth/auth.gql.ts';
import { storeToken } from '#web/lib/token.ts';
import { alice, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';

const table: readonly Route[] = [
  { path: '/2fa-setup', audience: 'customer', Screen: TwoFactorPage },
  { path: '/dashboard', audience: 'customer', Screen: () => <h1>Your network</h1> },
];
const codes = Array.from({ length: 10 }, (_, one) => `ABCD-EFGH${one + 2}-JKMN`.replace('12', 'ZZ'));
const standing = (fields: Partial<{ enabled: boolean; required: boolean; recoveryCodesLeft: number }> = {}) =>
  answer(TwoFactor, {
    twoFactor: { enabled: false, required: false, recoveryCodesLeft: 0, ...fields },
  } as never);
const wrong = {
  message: 'Invalid verification code',
  fields: { code: 'Invalid verification code' },
};

beforeEach(() => {
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  answer(TwoFactorSetup, {
    twoFactorSetup: {
      qrCodeUrl: 'data:image/png;base64,iVBORw0KGgo=',
      manualEntryKey: 'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567',
    },
  });
  answer(EnableTwoFactor, {
    enableTwoFactor: { success: true, message: 'Two-factor authentication enabled', recoveryCodes: codes },
  });
});

afterEach(() => void vi.useRealTimers());

const open = (person = alice) => renderApp({ path: '/2fa-setup', table, signedInAs: person });
const enabled = { ...alice, twoFactorEnabled: true };

async function enable(app: ReturnType<typeof open>, code = '123456') {
  await app.user.type(await screen.findByLabelText('Verification code'), code);
  await app.user.click(screen.getByRole('button', { name: 'Enable' }));
}

describe('setting up a second factor', () => {
  test('shows a picture to scan and a key to type, which can be copied', async () => {
    standing();
    const { user } = open();
    expect(await screen.findByRole('img', { name: /QR code/ })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:/),
    );
    expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copy key' }));
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
  });

  test.each(['', '12345'])('says that "%s" is no code, under the field and in a toast', async (code) => {
    standing();
    const app = open();
    const field = await screen.findByLabelText('Verification code');
    if (code) await app.user.type(field, code);
    await app.user.click(screen.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Invalid Code')).toBeInTheDocument();
    expect(screen.getAllByText('Please enter a 6-digit verification code')).toHaveLength(2);
    expect(field).toHaveFocus();
    expect(asks(EnableTwoFactor)).toEqual([]);
  });

  test('takes digits only, and six of them', async () => {
    standing();
    const app = open();
    const field = await screen.findByLabelText('Verification code');
    await app.user.type(field, '12a 3-4x567890');
    expect(field).toHaveValue('123456');
  });

  test('says that a wrong code is wrong and keeps it', async () => {
    standing();
    refuse(EnableTwoFactor, wrong);
    const app = open();
    await enable(app);
    expect(await screen.findByText('Verification Failed')).toBeInTheDocument();
    expect(screen.getAllByText('Invalid verification code').length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Verification code')).toHaveValue('123456');
  });

  test('shows ten recovery codes once and goes on when they are kept', async () => {
    standing();
    const app = open();
    await enable(app);
    expect(await screen.findByText('Two-factor authentication enabled')).toBeInTheDocument();
    const list = screen.getByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    const next = screen.getByRole('button', { name: 'Continue' });
    expect(next).toBeDisabled();
    await app.user.click(screen.getByRole('button', { name: 'Copy' }));
    const copied = await navigator.clipboard.readText();
    for (const code of codes) expect(copied).toContain(code);
    standing({ enabled: true, recoveryCodesLeft: 10 });
    answer(Me, { me: enabled });
    await app.user.click(screen.getByRole('checkbox', { name: 'I have kept them' }));
    await app.user.click(next);
    expect(await screen.findByText('10 of 10 recovery codes left.')).toBeInTheDocument();
    expect(screen.queryByText(codes[0]!)).not.toBeInTheDocument();
  });

  test('lets the recovery codes be saved as a text file', async () => {
    standing();
    const app = open();
    await enable(app);
    const saved = vi.fn<(file: Blob) => string>(() => 'blob:codes');
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined });
    const names: string[] = [];
    const note = (event: Event) => {
      event.preventDefault();
      names.push((event.target as HTMLAnchorElement).download);
    };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      this.addEventListener('click', note);
      click.call(this);
    };
    await app.user.click(await screen.findByRole('button', { name: 'Download' }));
    HTMLAnchorElement.prototype.click = click;
    expect(names).toEqual(['netlantern-recovery-codes.txt']);
    expect(await saved.mock.calls[0]?.[0].text()).toContain(codes.join('\n'));
  });

  test('offers to try again when the set-up cannot begin', async () => {
    standing();
    refuse(TwoFactorSetup, {
      message: 'The service is not ready. Try again in a moment.',
      code: 'NOT_READY',
    });
    const app = open();
    expect(await screen.findByText('The service is not ready. Try again in a moment.')).toBeInTheDocument();
    answer(TwoFactorSetup, { twoFactorSetup: { qrCodeUrl: 'data:,', manualEntryKey: 'AAAA' } });
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('AAAA')).toBeInTheDocument();
  });
});

describe('where two factors are demanded', () => {
  const must = { ...alice, mustSetUpTwoFactor: true };

  test.each(['/dashboard', '/2fa-setup', '/', '/nowhere'])(
    '%s shows the set-up, why, and the way out',
    async (path) => {
      standing({ required: true });
      const { where } = renderApp({ path, table, signedInAs: must });
      expect(await screen.findByText('Two factors are required here')).toBeInTheDocument();
      expect(where()).toBe('/2fa-setup');
      expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
      expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
      expect(screen.queryByText('Your network')).not.toBeInTheDocument();
    },
  );

  test('a screen that is open when the demand comes gives way to the set-up', async () => {
    standing({ required: true });
    storeToken('token-of-alice');
    answer(Me, { me: alice });
    answer(OpenAlertCount, () => {
      answer(Me, { me: must });
      throw new CombinedGraphQLErrors({
        errors: [
          {
            message: 'Set up two-factor authentication first.',
            extensions: { code: 'UNAUTHORIZED', reason: 'two_factor_setup' },
          },
        ],
      });
    });
    const { where } = renderApp({ path: '/dashboard', table });
    expect(await screen.findByText('Two factors are required here')).toBeInTheDocument();
    expect(where()).toBe('/2fa-setup');
  });

  test('a demand that is lifted lets them on by itself, and asking for it is no sign of the person', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    standing({ required: true });
    open(must);
    await screen.findByText('Two factors are required here');
    act(() => void vi.advanceTimersByTime(15_000));
    await vi.waitFor(() => expect(asks(Me)).toHaveLength(2));
    expect(asks(Me)[1]?.headers).toHaveProperty('x-unattended', '1');
    expect(screen.queryByRole('link', { name: 'Back to Settings' })).not.toBeInTheDocument();
    answer(Me, { me: alice });
    act(() => void vi.advanceTimersByTime(15_000));
    expect(await screen.findByRole('link', { name: 'Back to Settings' })).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(asks(Me)).toHaveLength(3);
  });

  test('nothing asked meanwhile takes the recovery codes away', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    standing({ required: true });
    const app = open(must);
    await screen.findByText('Two factors are required here');
    answer(Me, { me: enabled });
    act(() => void vi.advanceTimersByTime(15_000));
    await vi.waitFor(() => expect(asks(Me)).toHaveLength(2));
    await enable(app);
    await screen.findByText(codes[0]!);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(asks(Me)).toHaveLength(2);
    expect(screen.getByText(codes[0]!)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Back to Settings' })).not.toBeInTheDocument();
  });

  test('the set-up leads on to the dashboard', async () => {
    standing({ required: true });
    const app = open(must);
    await enable(app);
    await screen.findByText(codes[0]!);
    answer(Me, { me: enabled });
    standing({ enabled: true, required: true, recoveryCodesLeft: 10 });
    await app.user.click(screen.getByRole('checkbox', { name: 'I have kept them' }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Your network' })).toBeInTheDocument();
    expect(app.where()).toBe('/dashboard');
  });
});

describe('when two factors are on', () => {
  beforeEach(() => standing({ enabled: true, recoveryCodesLeft: 7 }));
  const part = async (name: string) => within(await screen.findByRole('region', { name }));

  test('says how many recovery codes are left, and urges when they are few', async () => {
    open(enabled);
    expect(await screen.findByText('7 of 10 recovery codes left.')).toBeInTheDocument();
    expect(asks(TwoFactorSetup)).toEqual([]);
  });

  test('asks for six digits to turn it off', async () => {
    const { user } = open(enabled);
    const off = await part('Turn it off');
    await user.type(off.getByLabelText('Verification code to turn it off'), '123');
    await user.click(off.getByRole('button', { name: 'Disable 2FA' }));
    expect(await screen.findByText('Invalid Code')).toBeInTheDocument();
    expect(screen.getAllByText('Please enter a 6-digit verification code to disable 2FA')).toHaveLength(2);
  });

  test('says that it could not be turned off', async () => {
    refuse(DisableTwoFactor, wrong);
    const { user } = open(enabled);
    const off = await part('Turn it off');
    await user.type(off.getByLabelText('Verification code to turn it off'), '123456');
    await user.click(off.getByRole('button', { name: 'Disable 2FA' }));
    expect(await screen.findByText('Failed to Disable 2FA')).toBeInTheDocument();
  });

  test('turns it off with a code of the app or a recovery code', async () => {
    answer(DisableTwoFactor, {
      disableTwoFactor: { success: true, message: 'Two-factor authentication disabled' },
    });
    const { user } = open(enabled);
    const off = await part('Turn it off');
    await user.click(off.getByRole('button', { name: 'Use a recovery code instead' }));
    await user.type(off.getByLabelText('Recovery code'), 'abcd-efgh2-jkmn');
    standing();
    await user.click(off.getByRole('button', { name: 'Disable 2FA' }));
    expect(await screen.findByText('Two-factor authentication disabled')).toBeInTheDocument();
    expect(asks(DisableTwoFactor)[0]?.variables).toEqual({ code: 'abcd-efgh2-jkmn' });
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeInTheDocument();
  });

  test.each([
    ['Turn it off', 'Disable 2FA', DisableTwoFactor],
    ['Recovery codes', 'Void the old and make new codes', RenewRecoveryCodes],
  ])(
    'asks for the password in "%s" once the server does, and keeps the code',
    async (title, verb, change) => {
      const sentence = 'Enter your password to change two-factor authentication';
      refuse(change, { message: sentence, fields: { password: sentence } });
      const { user } = open(enabled);
      const form = await part(title);
      if (change === RenewRecoveryCodes) {
        await user.click(form.getByRole('button', { name: 'Make new codes' }));
      }
      expect(form.queryByLabelText('Password')).not.toBeInTheDocument();
      await user.type(form.getByLabelText(/^Verification code/), '123456');
      await user.click(form.getByRole('button', { name: verb }));
      const password = await form.findByLabelText('Password');
      expect(await form.findByText(sentence)).toBeInTheDocument();
      await waitFor(() => expect(password).toHaveFocus());
      expect(form.getByLabelText(/^Verification code/)).toHaveValue('123456');
      await user.type(password, 'Correct-Horse-9!');
      await user.click(form.getByRole('button', { name: verb }));
      await waitFor(() =>
        expect(asks(change).at(-1)?.variables).toEqual({ code: '123456', password: 'Correct-Horse-9!' }),
      );
    },
  );

  test('says when too many wrong codes may be followed by another', async () => {
    const said = 'Too many wrong verification codes. Try again later.';
    refuse(DisableTwoFactor, { message: said, code: 'TOO_MANY', retryAfter: 540 });
    const { user } = open(enabled);
    const off = await part('Turn it off');
    await user.type(off.getByLabelText('Verification code to turn it off'), '123456');
    await user.click(off.getByRole('button', { name: 'Disable 2FA' }));
    expect(await off.findByText(/^You can try again at \d\d:\d\d \(in 9 min\)\.$/)).toBeInTheDocument();
  });

  test('keeps the codes there are when the person thinks again, and leads back to the settings', async () => {
    const { user } = open(enabled);
    const renew = await part('Recovery codes');
    await user.click(renew.getByRole('button', { name: 'Make new codes' }));
    await user.click(renew.getByRole('button', { name: 'Keep the codes I have' }));
    expect(renew.queryByLabelText(/^Verification code/)).not.toBeInTheDocument();
    expect(asks(RenewRecoveryCodes)).toEqual([]);
    expect(screen.getByRole('link', { name: 'Back to Settings' })).toHaveAttribute('href', '/settings');
  });

  test('makes new recovery codes for a code', async () => {
    answer(RenewRecoveryCodes, {
      renewRecoveryCodes: { success: true, message: 'New recovery codes made', recoveryCodes: codes },
    });
    const { user } = open(enabled);
    const renew = await part('Recovery codes');
    await user.click(renew.getByRole('button', { name: 'Make new codes' }));
    expect(asks(RenewRecoveryCodes)).toEqual([]);
    await user.type(renew.getByLabelText('Verification code for new codes'), '123456');
    await user.click(renew.getByRole('button', { name: 'Void the old and make new codes' }));
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(10));
    expect(screen.getByText(codes[9]!)).toBeInTheDocument();
  });
});
