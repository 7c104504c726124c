import { CombinedGraphQLErrors } from '@apollo/client';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EnableTwoFactorDocument, MeDocument, TwoFactorSetupDocument } from '#web/gql/graphql.ts';
import { OpenAlertCount } from '#web/app/shell.gql.ts';
import { storeToken } from '#web/lib/token.ts';
import { alice, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';
import { answerSetUp, codes, enabled, openTwoFactor, standing, table, wrong } from './two-factor.samples.tsx';

beforeEach(() => {
  answerSetUp();
  answer(EnableTwoFactorDocument, {
    enableTwoFactor: { success: true, message: 'Two-factor authentication enabled', recoveryCodes: codes },
  });
});

afterEach(() => void vi.useRealTimers());

async function enable(app: ReturnType<typeof openTwoFactor>, code = '123456') {
  await app.user.type(await screen.findByLabelText('Verification code'), code);
  await app.user.click(screen.getByRole('button', { name: 'Enable' }));
}

describe('setting up a second factor', () => {
  test('shows a QR code to scan and a key to type, which can be copied', async () => {
    standing();
    const { user } = openTwoFactor();
    expect(await screen.findByRole('img', { name: /QR code/ })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:/),
    );
    expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copy key' }));
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
  });

  test.each(['', '12345'])('says that "%s" is not a code, under the field and in a toast', async (code) => {
    standing();
    const app = openTwoFactor();
    const field = await screen.findByLabelText('Verification code');
    if (code) await app.user.type(field, code);
    await app.user.click(screen.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Invalid Code')).toBeInTheDocument();
    expect(screen.getAllByText('Please enter a 6-digit verification code')).toHaveLength(2);
    expect(field).toHaveFocus();
    expect(asks(EnableTwoFactorDocument)).toEqual([]);
  });

  test('accepts only digits, up to six', async () => {
    standing();
    const app = openTwoFactor();
    const field = await screen.findByLabelText('Verification code');
    await app.user.type(field, '12a 3-4x567890');
    expect(field).toHaveValue('123456');
  });

  test('says that a wrong code is wrong and keeps it', async () => {
    standing();
    refuse(EnableTwoFactorDocument, wrong);
    const app = openTwoFactor();
    await enable(app);
    expect(await screen.findByText('Verification Failed')).toBeInTheDocument();
    expect(screen.getAllByText('Invalid verification code').length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Verification code')).toHaveValue('123456');
  });

  test('shows ten recovery codes once and continues when they are saved', async () => {
    standing();
    const app = openTwoFactor();
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
    answer(MeDocument, { me: enabled });
    await app.user.click(screen.getByRole('checkbox', { name: 'I’ve saved these codes' }));
    await app.user.click(next);
    expect(await screen.findByText('10 of 10 recovery codes left.')).toBeInTheDocument();
    expect(screen.queryByText(codes[0]!)).not.toBeInTheDocument();
  });

  test('offers the recovery codes as a text file', async () => {
    standing();
    const app = openTwoFactor();
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
    expect(names).toEqual(['recovery-codes.txt']);
    expect(await saved.mock.calls[0]?.[0].text()).toContain(codes.join('\n'));
  });

  test('offers Retry if the set-up can’t start', async () => {
    standing();
    refuse(TwoFactorSetupDocument, {
      message: 'The service is not ready. Try again in a moment.',
      code: 'NOT_READY',
    });
    const app = openTwoFactor();
    expect(await screen.findByText('The service is not ready. Try again in a moment.')).toBeInTheDocument();
    answer(TwoFactorSetupDocument, { twoFactorSetup: { qrCodeUrl: 'data:,', manualEntryKey: 'AAAA' } });
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('AAAA')).toBeInTheDocument();
  });
});

describe('if two factors are required', () => {
  const must = { ...alice, mustSetUpTwoFactor: true };

  test.each(['/dashboard', '/2fa-setup', '/', '/nowhere'])(
    '%s shows the set-up, why, and how to sign out',
    async (path) => {
      standing({ required: true });
      const { where } = renderApp({ path, table, signedInAs: must });
      expect(await screen.findByText('Two-factor authentication is required')).toBeInTheDocument();
      expect(where()).toBe('/2fa-setup');
      expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
      expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
      expect(screen.queryByText('Your network')).not.toBeInTheDocument();
    },
  );

  test('a screen that is open when the requirement starts is replaced by the set-up', async () => {
    standing({ required: true });
    storeToken('token-of-alice');
    answer(MeDocument, { me: alice });
    answer(OpenAlertCount, () => {
      answer(MeDocument, { me: must });
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
    expect(await screen.findByText('Two-factor authentication is required')).toBeInTheDocument();
    expect(where()).toBe('/2fa-setup');
  });

  test('a requirement that is removed lets them continue automatically, and checking it doesn’t count as activity', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    standing({ required: true });
    openTwoFactor(must);
    await screen.findByText('Two-factor authentication is required');
    act(() => void vi.advanceTimersByTime(15_000));
    await vi.waitFor(() => expect(asks(MeDocument)).toHaveLength(2));
    expect(asks(MeDocument)[1]?.headers).toHaveProperty('x-unattended', '1');
    expect(screen.queryByRole('link', { name: 'Back to Settings' })).not.toBeInTheDocument();
    answer(MeDocument, { me: alice });
    act(() => void vi.advanceTimersByTime(15_000));
    expect(await screen.findByRole('link', { name: 'Back to Settings' })).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(asks(MeDocument)).toHaveLength(3);
  });

  test("requests in the meantime don't hide the recovery codes", async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    standing({ required: true });
    const app = openTwoFactor(must);
    await screen.findByText('Two-factor authentication is required');
    answer(MeDocument, { me: enabled });
    act(() => void vi.advanceTimersByTime(15_000));
    await vi.waitFor(() => expect(asks(MeDocument)).toHaveLength(2));
    await enable(app);
    await screen.findByText(codes[0]!);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(asks(MeDocument)).toHaveLength(2);
    expect(screen.getByText(codes[0]!)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Back to Settings' })).not.toBeInTheDocument();
  });

  test('the set-up continues to the dashboard', async () => {
    standing({ required: true });
    const app = openTwoFactor(must);
    await enable(app);
    await screen.findByText(codes[0]!);
    answer(MeDocument, { me: enabled });
    standing({ enabled: true, required: true, recoveryCodesLeft: 10 });
    await app.user.click(screen.getByRole('checkbox', { name: 'I’ve saved these codes' }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Your network' })).toBeInTheDocument();
    expect(app.where()).toBe('/dashboard');
  });
});
