import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContactDetailsDocument, SubmitContactDocument } from '#web/gql/graphql.ts';
import { ContactPage } from '#web/features/contact/ContactPage.tsx';
import { alice, answer, asks, refuse, render, renderApp } from '#tests/support/render.tsx';

const reachable = {
  supportEmail: 'help@operator.test',
  supportPhone: '+44 20 7946 0123',
  businessAddress: '1 Lantern Street\nLondon',
};
const written = {
  Name: 'Vic Visitor',
  Email: 'vic@customer.test',
  Subject: 'Ten sites',
  Message: 'Do ten count?',
};

beforeEach(() => {
  answer(ContactDetailsDocument, { contactDetails: reachable });
  answer(SubmitContactDocument, { submitContact: { message: '' } });
});

/** Types what is given, and sends it. */
async function write(fields: Partial<typeof written> = written) {
  const { user } = render(<ContactPage />, { path: '/contact' });
  for (const [label, text] of Object.entries(fields)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  return user;
}

describe('The contact page', () => {
  test('shows the other ways to reach the operator, and when', async () => {
    render(<ContactPage />, { path: '/contact' });
    expect(await screen.findByRole('link', { name: reachable.supportEmail })).toHaveAttribute(
      'href',
      'mailto:help@operator.test',
    );
    expect(screen.getByRole('link', { name: reachable.supportPhone })).toHaveAttribute(
      'href',
      'tel:+442079460123',
    );
    expect(screen.getByText('9 AM-5 PM GMT')).toBeInTheDocument();
    expect(screen.getByText(/1 Lantern Street/)).toBeInTheDocument();
    expect(screen.getByText('Within 24 hours')).toBeInTheDocument();
  });

  test('leaves out what is not set', async () => {
    answer(ContactDetailsDocument, {
      contactDetails: { ...reachable, supportPhone: '', businessAddress: '' },
    });
    render(<ContactPage />, { path: '/contact' });
    await screen.findByRole('link', { name: reachable.supportEmail });
    expect(screen.queryByText('Phone')).toBeNull();
    expect(screen.queryByText('Address')).toBeNull();
  });

  test('sends the message, and shows the documented confirmation in its place', async () => {
    const user = await write();
    expect(await screen.findByText('Message Sent Successfully')).toBeInTheDocument();
    const sent = screen.getByRole('region', { name: 'Your message has arrived' });
    expect(sent).toHaveTextContent('We’ll reply to vic@customer.test within 24 hours.');
    expect(sent.firstChild).toHaveFocus();
    const [sending] = asks(SubmitContactDocument);
    const { elapsed, ...input } = sending!.variables['input'] as Record<string, unknown>;
    expect(Object.values(input)).toEqual([...Object.values(written), '']);
    expect(elapsed).toBeGreaterThan(0);
    await user.click(within(sent).getByRole('button', { name: 'Write another message' }));
    expect(screen.getByLabelText('Message')).toHaveValue('');
  });

  test.each(['Name', 'Message'])('requires all fields, even without %s', async (label) => {
    const { [label as 'Name']: _none, ...others } = written;
    await write(others);
    expect(await screen.findByText('Please fill in all fields')).toBeInTheDocument();
    expect(screen.getByText('All fields are required to send your message.')).toBeInTheDocument();
    expect(await screen.findByText(`${label} is required`)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(asks(SubmitContactDocument)).toEqual([]);
  });

  test('says what is wrong with an address before it is sent', async () => {
    await write({ ...written, Email: 'nobody' });
    expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument();
    expect(screen.queryByText('Please fill in all fields')).toBeNull();
    expect(asks(SubmitContactDocument)).toEqual([]);
  });

  test.each([
    [{ message: 'No', code: 'INTERNAL_SERVER_ERROR' }, 'Failed to send message. Please try again.'],
    [
      { message: 'Too many messages from your network. Try again later.', code: 'TOO_MANY' },
      'Too many messages from your network. Try again later.',
    ],
  ])('keeps what was typed when sending fails: %j', async (refusal, words) => {
    refuse(SubmitContactDocument, refusal);
    await write();
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    for (const [label, text] of Object.entries(written))
      expect(screen.getByLabelText(label)).toHaveValue(text);
  });

  test('asks before an unsent message is discarded', async () => {
    const { user } = renderApp({ path: '/contact' });
    const message = await screen.findByLabelText('Message', {}, { timeout: 5000 });
    await user.click(message);
    await user.paste('Do ten count?');
    await user.click(screen.getAllByRole('link', { name: 'Login' })[0]!);
    const asked = await screen.findByRole('alertdialog', { name: 'Leave without sending?' });
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
    expect(message).toHaveValue('Do ten count?');
  });

  test('hides its honeypot from people, and sends what a bot enters there', async () => {
    render(<ContactPage />, { path: '/contact' });
    expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull();
    expect(document.querySelector('[name=website]')).toHaveAttribute('tabindex', '-1');
  });

  test('starts with the name and address of the signed-in person', async () => {
    renderApp({ path: '/contact', signedInAs: alice });
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(alice.email), { timeout: 5000 });
    expect(screen.getByLabelText('Name')).toHaveValue('Alice Archer');
  });
});
