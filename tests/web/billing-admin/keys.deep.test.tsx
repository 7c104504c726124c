import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SavePaymentSettingsDocument, TestStripeDocument } from '#web/gql/graphql.ts';
import { answer, asks, refuse } from '#tests/support/render.tsx';
import { keys, noKeys, open } from './samples.ts';

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('The Stripe keys', () => {
  test('show the last characters and the mode, and no field for a secret until it is replaced', async () => {
    open();
    const card = await region('Stripe keys');
    expect(await card.findByText('••••abcd')).toBeInTheDocument();
    expect(card.getByText('••••wxyz')).toBeInTheDocument();
    expect(card.getByText('Test mode (no real payments)')).toBeInTheDocument();
    expect(card.getByLabelText('Publishable key')).toHaveValue('pk_test_public');
    expect(card.queryByLabelText('Secret key')).not.toBeInTheDocument();
  });

  test.each([
    [true, 'Live mode (real payments)'],
    [null, 'Not set up. Customers can’t pay.'],
  ])('say what they are for: live is %s', async (livemode, words) => {
    open({ settings: { ...keys, livemode } });
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  test('are saved one by one, and blank fields keep their value', async () => {
    const { user } = open();
    const card = await region('Stripe keys');
    await user.click(await card.findByRole('button', { name: 'Replace secret key' }));
    expect(card.getByLabelText('Secret key')).toHaveFocus();
    answer(SavePaymentSettingsDocument, { savePaymentSettings: { ...keys, stripeSecretKey: '••••9999' } });
    await user.type(card.getByLabelText('Secret key'), 'sk_test_new9999');
    await user.click(card.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Configuration Saved')).toBeInTheDocument();
    expect(asks(SavePaymentSettingsDocument)[0]?.variables).toEqual({
      input: { publishableKey: 'pk_test_public', secretKey: 'sk_test_new9999' },
    });
    expect(await card.findByText('••••9999')).toBeInTheDocument();
    expect(card.queryByLabelText('Secret key')).not.toBeInTheDocument();
  });

  test('a canceled replacement keeps the saved key', async () => {
    const { user } = open();
    const card = await region('Stripe keys');
    await user.click(await card.findByRole('button', { name: 'Replace webhook secret' }));
    await user.type(card.getByLabelText('Webhook secret'), 'whsec_wrong');
    await user.click(card.getByRole('button', { name: 'Keep the saved key' }));
    expect(await card.findByText('••••wxyz')).toBeInTheDocument();
    expect(card.queryByText('Not saved yet')).not.toBeInTheDocument();
  });

  test('keep the typed values when saving fails', async () => {
    const { user } = open({ settings: noKeys });
    const card = await region('Stripe keys');
    refuse(SavePaymentSettingsDocument, { message: '', code: 'INTERNAL_SERVER_ERROR' });
    await user.type(await card.findByLabelText('Secret key'), 'sk_test_typed');
    await user.type(card.getByLabelText('Webhook secret'), 'whsec_typed');
    await user.click(card.getByRole('button', { name: 'Save Changes' }));
    expect(
      await screen.findByText('Could not save Stripe configuration. Please try again.'),
    ).toBeInTheDocument();
    expect(card.getByLabelText('Secret key')).toHaveValue('sk_test_typed');
    expect(card.getByLabelText('Webhook secret')).toHaveValue('whsec_typed');
  });

  test('show an error under an invalid field', async () => {
    const { user } = open({ settings: noKeys });
    const card = await region('Stripe keys');
    const message = 'The secret key begins with sk_ or rk_';
    refuse(SavePaymentSettingsDocument, { message, code: 'BAD_USER_INPUT', fields: { secretKey: message } });
    await user.type(await card.findByLabelText('Secret key'), 'pk_test_other');
    await user.click(card.getByRole('button', { name: 'Save Changes' }));
    expect(await card.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(card.getByLabelText('Secret key')).toHaveFocus());
  });

  test('are removed after confirmation', async () => {
    const { user } = open();
    answer(SavePaymentSettingsDocument, { savePaymentSettings: noKeys });
    await user.click(await screen.findByRole('button', { name: 'Remove keys' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove keys' }));
    expect(await screen.findByText('Not set up. Customers can’t pay.')).toBeInTheDocument();
    expect(asks(SavePaymentSettingsDocument)[0]?.variables).toEqual({ input: { removeKeys: true } });
    expect(screen.queryByRole('button', { name: 'Remove keys' })).not.toBeInTheDocument();
  });
});

describe('The connection', () => {
  test('shows the webhook address to copy, and whether Stripe responds', async () => {
    const { user } = open();
    const card = await region('Connection');
    expect(await card.findByLabelText('Webhook URL')).toHaveValue(keys.webhookUrl);
    answer(TestStripeDocument, { testStripe: { success: true, message: 'Stripe knows this key.' } });
    await user.click(card.getByRole('button', { name: 'Test connection' }));
    expect(await card.findByText('Stripe knows this key.')).toBeInTheDocument();
    const message = "Stripe doesn't accept the saved secret key.";
    answer(TestStripeDocument, { testStripe: { success: false, message } });
    await user.click(card.getByRole('button', { name: 'Test connection' }));
    expect(await card.findByRole('alert')).toHaveTextContent(message);
  });

  test('can’t be tested before a key is saved', async () => {
    open({ settings: noKeys });
    expect(await screen.findByRole('button', { name: 'Test connection' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Run now' })).toBeDisabled();
  });
});

test('The billing screen has the dashboard’s purchasing switch', async () => {
  open();
  expect(await screen.findByLabelText('User purchasing')).toBeChecked();
});
