import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  BroadcastsDocument,
  EmailSettingsDocument,
  type EmailSettingsFieldsFragment,
  EmailUsageDocument,
  type EmailUsageQuery,
  EmailSuppressionsDocument,
  RemoveEmailSuppressionDocument,
  SaveEmailSettingsDocument,
  SendTestEmailDocument,
} from '#web/gql/graphql.ts';
import { ada, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';

const saved: EmailSettingsFieldsFragment = {
  apiKeyTail: '9999',
  fromEmail: 'alerts@example.test',
  fromName: 'Alerts',
  isActive: true,
  failure: null,
  failingSince: null,
};
const fresh = { ...saved, apiKeyTail: null, fromEmail: '', fromName: '' };
const gone = {
  id: '1',
  address: 'gone@customer.test',
  reason: '550 no such user',
  createdAt: '2026-11-20T12:00:00Z',
};

function open(
  settings: EmailSettingsFieldsFragment = saved,
  {
    usage = {},
    suppressed = [gone],
  }: { usage?: Partial<EmailUsageQuery['emailUsage']>; suppressed?: (typeof gone)[] } = {},
) {
  answer(EmailSettingsDocument, { emailSettings: settings });
  answer(EmailUsageDocument, {
    emailUsage: {
      by: 'provider',
      sent: 1204,
      delivered: 1201,
      failed: 3,
      waiting: 2,
      suppressed: 1,
      ...usage,
    },
  });
  answer(EmailSuppressionsDocument, { emailSuppressions: suppressed });
  answer(BroadcastsDocument, { broadcasts: [] });
  return renderApp({ path: '/admin/email', signedInAs: ada });
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('The email screen', () => {
  test.each([
    ['provider', 'Sending with SendGrid'],
    ['smtp', 'Sending with SMTP'],
    ['mailbox', 'Emails stay in the local mailbox'],
    ['none', 'Emails are queued'],
  ] as const)('shows what sends email: %s', async (by, words) => {
    open(saved, { usage: { by } });
    expect(await screen.findByText(words)).toBeInTheDocument();
    const usage = await region('Email Usage');
    expect(usage.getByText('Sent').nextSibling).toHaveTextContent('1,204');
    expect(usage.getByText('Delivered').nextSibling).toHaveTextContent('1,201');
    expect(usage.getByText('Failed').nextSibling).toHaveTextContent('3');
    expect(usage.getByText('Waiting').nextSibling).toHaveTextContent('2');
  });

  test('shows no delivered count if it is not reported', async () => {
    open(saved, { usage: { by: 'smtp', delivered: null } });
    const usage = await region('Email Usage');
    expect((await usage.findByText('Delivered')).nextSibling).toHaveTextContent('Not reported');
  });

  test('says how long emails have been failing, and why', async () => {
    open({ ...saved, failure: 'SendGrid rejected it (401)', failingSince: '2026-11-20T12:00:00Z' });
    expect(await screen.findByRole('alert')).toHaveTextContent(/Emails have been failing since .*2026.*401/);
  });

  test('shows the end of the saved key, keeps it when none is typed, and empties the field after saving', async () => {
    const { user } = open();
    const form = await region('Sender settings');
    const key = await form.findByLabelText('API key');
    expect(key).toHaveValue('');
    expect(form.getByText('Saved: …9999. Leave blank to keep it.')).toBeInTheDocument();
    answer(SaveEmailSettingsDocument, { saveEmailSettings: { ...saved, fromName: 'NOC' } });
    await user.clear(form.getByLabelText('From name'));
    await user.type(form.getByLabelText('From name'), 'NOC');
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Settings updated')).toBeInTheDocument();
    expect(asks(SaveEmailSettingsDocument)[0]?.variables).toEqual({
      input: { fromEmail: 'alerts@example.test', fromName: 'NOC', isActive: true },
    });
    await user.type(key, 'SG.new');
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(form.getByLabelText('API key')).toHaveValue(''));
    expect(asks(SaveEmailSettingsDocument)[1]?.variables).toMatchObject({ input: { apiKey: 'SG.new' } });
  });

  test('requires all three the first time, and keeps what was typed when saving fails', async () => {
    const { user } = open(fresh);
    const form = await region('Sender settings');
    await user.click(await form.findByRole('button', { name: 'Save Changes' }));
    for (const words of ['API key is required', 'From email is required', 'From name is required'])
      expect(await form.findByText(words)).toBeInTheDocument();
    expect(asks(SaveEmailSettingsDocument)).toEqual([]);
    refuse(SaveEmailSettingsDocument, { message: '', code: 'INTERNAL_SERVER_ERROR' });
    await user.type(form.getByLabelText('API key'), 'SG.typed');
    await user.type(form.getByLabelText('From email'), 'alerts@example.test');
    await user.type(form.getByLabelText('From name'), 'Alerts');
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to update email settings.')).toBeInTheDocument();
    expect(form.getByLabelText('API key')).toHaveValue('SG.typed');
  });

  test('removes the key after confirmation', async () => {
    const { user } = open();
    answer(SaveEmailSettingsDocument, { saveEmailSettings: { ...saved, apiKeyTail: null } });
    await user.click(await screen.findByRole('button', { name: 'Remove API key' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove API key' }));
    await waitFor(() =>
      expect(asks(SaveEmailSettingsDocument)[0]?.variables).toMatchObject({ input: { removeApiKey: true } }),
    );
    expect(await screen.findByText('Save an API key first.')).toBeInTheDocument();
  });
});

describe('A test email', () => {
  test('needs an address, a subject and a message', async () => {
    const { user } = open();
    const form = await region('Test email');
    await waitFor(() => expect(form.getByLabelText('Subject')).toBeEnabled());
    await user.type(form.getByLabelText('Recipient email'), 'ada');
    await user.click(form.getByRole('button', { name: 'Send Test Email' }));
    for (const words of ['Please enter a valid email address', 'Subject is required', 'Message is required'])
      expect(await form.findByText(words)).toBeInTheDocument();
    expect(asks(SendTestEmailDocument)).toEqual([]);
  });

  test('cannot be sent before a key is saved', async () => {
    open(fresh);
    expect(await screen.findByRole('button', { name: 'Send Test Email' })).toBeDisabled();
  });

  test('asks before it is discarded unsent, but not once it has been sent', async () => {
    const { user, where } = open();
    answer(SendTestEmailDocument, { sendTestEmail: { message: 'SendGrid accepted it (202).' } });
    const form = await region('Test email');
    await waitFor(() => expect(form.getByLabelText('Subject')).toBeEnabled());
    await user.type(form.getByLabelText('Recipient email'), 'ada@example.test');
    await user.type(form.getByLabelText('Subject'), 'Does it work?');
    await user.type(form.getByLabelText('Message'), 'Hello');
    await user.click(screen.getByRole('link', { name: 'Waitlist' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without sending?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(form.getByLabelText('Message')).toHaveValue('Hello');
    await user.click(form.getByRole('button', { name: 'Send Test Email' }));
    expect(await screen.findByText('Test email sent')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Waitlist' }));
    await waitFor(() => expect(where()).toBe('/admin/waitlist'));
  });

  test.each([
    ['taken', 'Test email sent', 'SendGrid accepted it (202).'],
    ['refused', 'Error', 'SendGrid rejected it (401)'],
    ['refused without a word', 'Error', 'Failed to send test email'],
  ])('that is %s shows the response', async (what, title, words) => {
    const { user } = open();
    if (what === 'taken') answer(SendTestEmailDocument, { sendTestEmail: { message: words } });
    else if (what === 'refused') refuse(SendTestEmailDocument, { message: words, code: 'UNAVAILABLE' });
    else refuse(SendTestEmailDocument, { message: '', code: 'INTERNAL_SERVER_ERROR' });
    const form = await region('Test email');
    await waitFor(() => expect(form.getByLabelText('Subject')).toBeEnabled());
    await user.type(form.getByLabelText('Recipient email'), 'ada@example.test');
    await user.type(form.getByLabelText('Subject'), 'Does it work?');
    await user.type(form.getByLabelText('Message'), 'Hello');
    await user.click(form.getByRole('button', { name: 'Send Test Email' }));
    expect((await screen.findAllByText(title)).length).toBeGreaterThan(0);
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(form.getByLabelText('Message')).toHaveValue('Hello');
    // What is said of the settings may be another now.
    await waitFor(() => expect(asks(EmailUsageDocument).length).toBeGreaterThan(1));
  });
});

describe('Suppressed addresses', () => {
  test('are listed with their reason, and receive email again once removed', async () => {
    const { user } = open();
    answer(RemoveEmailSuppressionDocument, { removeEmailSuppression: '1' });
    const list = await region('Suppressed addresses');
    expect(await list.findByText(/550 no such user/)).toBeInTheDocument();
    answer(EmailSuppressionsDocument, { emailSuppressions: [] });
    await user.click(list.getByRole('button', { name: 'Remove gone@customer.test' }));
    expect(await screen.findByText('We’ll email gone@customer.test again.')).toBeInTheDocument();
    expect(list.getByText(/No suppressed addresses/)).toBeInTheDocument();
    expect(asks(RemoveEmailSuppressionDocument)[0]?.variables).toEqual({ id: '1' });
  });
});
