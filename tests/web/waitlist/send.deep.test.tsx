import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { copyOfMail } from '#web/features/email/PreviewDialog.tsx';
import {
  BroadcastFailuresDocument,
  type BroadcastFieldsFragment,
  BroadcastsDocument,
  EmailSettingsDocument,
  EmailUsageDocument,
  EmailSuppressionsDocument,
  PreviewWaitlistEmailDocument,
  ResendBroadcastDocument,
  SendWaitlistEmailDocument,
} from '#web/gql/graphql.ts';
import { ada, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';

const settings = { fromEmail: 'a@x.test', fromName: 'A', isActive: true, failure: null, failingSince: null };
const preview = {
  subject: 'We are open',
  html: '<body><h1 style="color: #123456">Come in</h1><script>alert(1)</script><a href="https://x.test">there</a></body>',
  text: 'Come in',
  recipientCount: 1998,
  excludedCount: 2,
  excluded: [
    { email: 'u@x.test', why: 'unsubscribed' as const },
    { email: 's@x.test', why: 'suppressed' as const },
  ],
};
const going: BroadcastFieldsFragment = {
  id: '1',
  subject: 'We are open',
  recipientCount: 2000,
  sent: 500,
  failed: 20,
  waiting: 1480,
  unsent: 15,
  sentBy: 'ada@x.test',
  createdAt: '2026-11-20T12:00:00Z',
};

function open({ hasKey = true, broadcasts = [] as BroadcastFieldsFragment[] } = {}) {
  answer(EmailSettingsDocument, { emailSettings: { ...settings, apiKeyTail: hasKey ? '9999' : null } });
  answer(EmailUsageDocument, {
    emailUsage: { by: 'provider', sent: 0, delivered: 0, failed: 0, waiting: 0, suppressed: 0 },
  });
  answer(EmailSuppressionsDocument, { emailSuppressions: [] });
  answer(BroadcastsDocument, { broadcasts });
  answer(PreviewWaitlistEmailDocument, { previewWaitlistEmail: preview });
  return renderApp({ path: '/admin/email', signedInAs: ada });
}
const card = async () => within(await screen.findByRole('region', { name: 'Send to waitlist' }));

async function look() {
  const { user } = open();
  const form = await card();
  await waitFor(() => expect(form.getByLabelText('Subject')).toBeEnabled());
  await user.type(form.getByLabelText('Subject'), 'We are open');
  await user.type(form.getByLabelText('Message'), 'Come in');
  await user.click(form.getByRole('button', { name: 'Preview and Send' }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

describe('Sending to the waitlist', () => {
  test('asks before leaving an unfinished email', async () => {
    const { user, where } = open();
    const form = await card();
    await waitFor(() => expect(form.getByLabelText('Subject')).toBeEnabled());
    await user.type(form.getByLabelText('Subject'), 'We');
    await user.click(screen.getByRole('link', { name: 'Waitlist' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without sending?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(where()).toBe('/admin/email');
    expect(form.getByLabelText('Subject')).toHaveValue('We');
  });

  test('waits for an API key, and says so', async () => {
    open({ hasKey: false });
    const form = await card();
    expect(await form.findByText('Save an API key to email the waitlist.')).toBeInTheDocument();
    expect(form.getByRole('button', { name: 'Preview and Send' })).toBeDisabled();
  });

  test('requires a subject and a message', async () => {
    const { user } = open();
    const form = await card();
    await waitFor(() => expect(form.getByRole('button', { name: 'Preview and Send' })).toBeEnabled());
    await user.click(form.getByRole('button', { name: 'Preview and Send' }));
    expect(await form.findByText('Subject is required')).toBeInTheDocument();
    expect(form.getByText('Message is required')).toBeInTheDocument();
    expect(asks(PreviewWaitlistEmailDocument)).toEqual([]);
  });

  test('shows the email, its number of recipients and who is excluded, before anything is sent', async () => {
    const { dialog } = await look();
    expect(dialog.getByText('Sends to 1,998 subscribers, once per address.')).toBeInTheDocument();
    expect(dialog.getByText(/u@x.test: unsubscribed/)).toBeInTheDocument();
    expect(dialog.getByText(/s@x.test: the address is suppressed/)).toBeInTheDocument();
    const room = dialog.getByRole('group', { name: 'Email' }).firstElementChild!.shadowRoot!;
    expect(room.querySelector('h1')).toHaveStyle({ color: '#123456' });
    expect(room.textContent).not.toContain('alert');
    expect(asks(SendWaitlistEmailDocument)).toEqual([]);
  });

  test('shows how many it was sent to, and clears the form', async () => {
    const { user, dialog } = await look();
    answer(SendWaitlistEmailDocument, { sendWaitlistEmail: { ...going, recipientCount: 1998 } });
    await user.click(dialog.getByRole('button', { name: 'Send to 1,998 subscribers' }));
    expect(await screen.findByText('Waitlist email sent')).toBeInTheDocument();
    expect(screen.getByText(/to 1,998 subscribers/)).toBeInTheDocument();
    const { input } = asks(SendWaitlistEmailDocument)[0]!.variables as { input: { attempt: string } };
    expect(input).toMatchObject({ subject: 'We are open', message: 'Come in' });
    expect(input.attempt).toMatch(/^[\da-f-]{36}$/);
    await waitFor(async () => expect((await card()).getByLabelText('Subject')).toHaveValue(''));
  });

  test('keeps the text if it fails, and retries the same attempt', async () => {
    const { user, dialog } = await look();
    refuse(SendWaitlistEmailDocument, { message: '', code: 'INTERNAL_SERVER_ERROR' });
    const send = () => user.click(dialog.getByRole('button', { name: 'Send to 1,998 subscribers' }));
    await send();
    expect((await screen.findAllByText('Failed to send waitlist email')).length).toBeGreaterThan(0);
    await send();
    await waitFor(() => expect(asks(SendWaitlistEmailDocument)).toHaveLength(2));
    const [first, second] = asks(SendWaitlistEmailDocument);
    expect(second?.variables).toEqual(first?.variables);
  });

  test('asks for confirmation if it is sent twice within minutes', async () => {
    const { user, dialog } = await look();
    const message = 'An email with this subject was sent to the waitlist a few minutes ago.';
    refuse(SendWaitlistEmailDocument, { message, code: 'CONFLICT', reason: 'repeated_subject' });
    await user.click(dialog.getByRole('button', { name: 'Send to 1,998 subscribers' }));
    expect(await dialog.findByText(message)).toBeInTheDocument();
    answer(SendWaitlistEmailDocument, { sendWaitlistEmail: going });
    await user.click(dialog.getByRole('button', { name: 'Send again to 1,998 subscribers' }));
    expect(await screen.findByText('Waitlist email sent')).toBeInTheDocument();
    expect(asks(SendWaitlistEmailDocument).at(-1)?.variables).toMatchObject({ input: { again: true } });
  });
});

describe('What was sent', () => {
  test('shows its progress, also after a reload', async () => {
    open({ broadcasts: [going] });
    const bar = await screen.findByRole('progressbar', { name: 'Sending We are open' });
    expect(bar).toHaveAttribute('aria-valuenow', '520');
    expect(screen.getByText('1,480 waiting')).toBeInTheDocument();
    answer(BroadcastsDocument, { broadcasts: [{ ...going, sent: 1980, waiting: 0 }] });
    await waitFor(() => expect(screen.getByText('20 failed')).toBeInTheDocument(), { timeout: 5000 });
  });

  test("lists whom it didn't reach, and resends to those who certainly didn't get it", async () => {
    const { user } = open({ broadcasts: [{ ...going, waiting: 0 }] });
    answer(BroadcastFailuresDocument, {
      broadcastFailures: [
        { id: '1', address: 'a@x.test', reason: 'SendGrid rejected it (400)', isUnsent: true },
        { id: '2', address: '', reason: "We don't know whether it was sent", isUnsent: false },
      ],
    });
    answer(ResendBroadcastDocument, { resendBroadcast: { ...going, failed: 5, waiting: 15 } });
    await user.click(await screen.findByRole('button', { name: 'Show failed recipients of We are open' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('a@x.test')).toBeInTheDocument();
    expect(dialog.getByText('Address removed')).toBeInTheDocument();
    expect(dialog.getByText(/are left out/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Resend to 15' }));
    expect(await screen.findByText('Resending')).toBeInTheDocument();
    expect(await screen.findByText('15 waiting')).toBeInTheDocument();
  });
});

test('The copy of an email is inert: no link works, no image is loaded, nothing runs', () => {
  const place = document.createElement('div');
  place.append(
    copyOfMail(
      '<p onclick="x()">A <a href="https://x.test">b</a><img src="https://x.test/a.png" alt="Logo"><form><b>c</b></form><iframe>d</iframe></p>',
    ),
  );
  expect(place.textContent).toBe('A b[Logo]c');
  for (const name of ['href', 'src', 'onclick']) expect(place.querySelector(`[${name}]`)).toBeNull();
});
