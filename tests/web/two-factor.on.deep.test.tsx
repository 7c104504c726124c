import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  DisableTwoFactorDocument,
  RegenerateRecoveryCodesDocument,
  TwoFactorSetupDocument,
} from '#web/gql/graphql.ts';
import { answer, asks, refuse } from '#tests/support/render.tsx';
import { answerSetUp, codes, enabled, openTwoFactor, standing, wrong } from './two-factor.samples.tsx';

beforeEach(answerSetUp);

describe('when two factors are on', () => {
  beforeEach(() => standing({ enabled: true, recoveryCodesLeft: 7 }));
  const part = async (name: string) => within(await screen.findByRole('region', { name }));

  test('shows how many recovery codes are left, with a warning when there are few', async () => {
    openTwoFactor(enabled);
    expect(await screen.findByText('7 of 10 recovery codes left.')).toBeInTheDocument();
    expect(asks(TwoFactorSetupDocument)).toEqual([]);
  });

  test('requires six digits to turn it off', async () => {
    const { user } = openTwoFactor(enabled);
    const off = await part('Turn it off');
    await user.type(off.getByLabelText('Verification code to turn it off'), '123');
    await user.click(off.getByRole('button', { name: 'Disable 2FA' }));
    expect(await screen.findByText('Invalid Code')).toBeInTheDocument();
    expect(screen.getAllByText('Please enter a 6-digit verification code to disable 2FA')).toHaveLength(2);
  });

  test('says so if it could not be turned off', async () => {
    refuse(DisableTwoFactorDocument, wrong);
    const { user } = openTwoFactor(enabled);
    const off = await part('Turn it off');
    await user.type(off.getByLabelText('Verification code to turn it off'), '123456');
    await user.click(off.getByRole('button', { name: 'Disable 2FA' }));
    expect(await screen.findByText('Failed to Disable 2FA')).toBeInTheDocument();
  });

  test('can be turned off with a code of the app or a recovery code', async () => {
    answer(DisableTwoFactorDocument, {
      disableTwoFactor: { success: true, message: 'Two-factor authentication disabled' },
    });
    const { user } = openTwoFactor(enabled);
    const off = await part('Turn it off');
    await user.click(off.getByRole('button', { name: 'Use a recovery code instead' }));
    await user.type(off.getByLabelText('Recovery code'), 'abcd-efgh2-jkmn');
    standing();
    await user.click(off.getByRole('button', { name: 'Disable 2FA' }));
    expect(await screen.findByText('Two-factor authentication disabled')).toBeInTheDocument();
    expect(asks(DisableTwoFactorDocument)[0]?.variables).toEqual({ code: 'abcd-efgh2-jkmn' });
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeInTheDocument();
  });

  test.each([
    ['Turn it off', 'Disable 2FA', DisableTwoFactorDocument],
    ['Recovery codes', 'Generate new codes', RegenerateRecoveryCodesDocument],
  ])(
    'asks for the password in "%s" once the server does, and keeps the code',
    async (title, verb, change) => {
      const sentence = 'Enter your password to change two-factor authentication';
      refuse(change, { message: sentence, fields: { password: sentence } });
      const { user } = openTwoFactor(enabled);
      const form = await part(title);
      if (change === RegenerateRecoveryCodesDocument) {
        await user.click(form.getByRole('button', { name: 'Generate new codes' }));
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

  test('says when to try again after too many wrong codes', async () => {
    const said = 'Too many wrong verification codes. Try again later.';
    refuse(DisableTwoFactorDocument, { message: said, code: 'TOO_MANY', retryAfter: 540 });
    const { user } = openTwoFactor(enabled);
    const off = await part('Turn it off');
    await user.type(off.getByLabelText('Verification code to turn it off'), '123456');
    await user.click(off.getByRole('button', { name: 'Disable 2FA' }));
    expect(
      await off.findByText(/^You can try again at \d\d?:\d\d\s[AP]M \(in 9 min\)\.$/),
    ).toBeInTheDocument();
  });

  test('keeps the existing codes if the person cancels, and returns to the settings', async () => {
    const { user } = openTwoFactor(enabled);
    const renew = await part('Recovery codes');
    await user.click(renew.getByRole('button', { name: 'Generate new codes' }));
    await user.click(renew.getByRole('button', { name: 'Keep current codes' }));
    expect(renew.queryByLabelText(/^Verification code/)).not.toBeInTheDocument();
    expect(asks(RegenerateRecoveryCodesDocument)).toEqual([]);
    expect(screen.getByRole('link', { name: 'Back to Settings' })).toHaveAttribute('href', '/settings');
  });

  test('generates new recovery codes for a code', async () => {
    answer(RegenerateRecoveryCodesDocument, {
      regenerateRecoveryCodes: {
        success: true,
        message: 'New recovery codes generated',
        recoveryCodes: codes,
      },
    });
    const { user } = openTwoFactor(enabled);
    const renew = await part('Recovery codes');
    await user.click(renew.getByRole('button', { name: 'Generate new codes' }));
    expect(asks(RegenerateRecoveryCodesDocument)).toEqual([]);
    await user.type(renew.getByLabelText('Verification code for new codes'), '123456');
    await user.click(renew.getByRole('button', { name: 'Generate new codes' }));
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(10));
    expect(screen.getByText(codes[9]!)).toBeInTheDocument();
  });
});
