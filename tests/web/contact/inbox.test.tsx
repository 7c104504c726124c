import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ContactFiguresDocument,
  ContactInboxDocument,
  ContactMessageDocument,
  DeleteContactSubmissionDocument,
  ReplyToContactDocument,
  SavedRepliesDocument,
  UpdateContactSubmissionDocument,
} from '#web/gql/graphql.ts';
import { ContactAdminPage } from '#web/features/contact/admin/ContactAdminPage.tsx';
import { ada, answer, asks, refuse, render } from '#tests/support/render.tsx';

const hour = 3_600_000;
const message = {
  id: '1a2b3c4d-0000-4000-8000-000000000001',
  name: 'Vic Visitor',
  email: 'vic@customer.test',
  subject: 'Ten sites',
  message: 'We run ten sites.',
  status: 'new' as const,
  adminNotes: '',
  ipAddress: '192.0.2.7',
  createdAt: new Date(Date.now() - 2 * hour).toISOString(),
  respondedAt: null,
};
const other = {
  ...message,
  id: '9f8e7d6c-0000-4000-8000-000000000002',
  subject: 'An invoice',
  status: 'replied' as const,
};
const figures = {
  unread: 1,
  open: 2,
  answered: 4,
  medianSeconds: 3 * 3600,
  worstSeconds: 30 * 3600,
  late: 1,
  overdue: 1,
  oldestOpenAt: new Date(Date.now() - 26 * hour).toISOString(),
  promisedHours: 24,
};

beforeEach(() => {
  answer(ContactFiguresDocument, { contactFigures: figures });
  answer(ContactInboxDocument, { contactSubmissions: [message, other] });
  answer(ContactMessageDocument, { contactSubmission: message, contactReplies: [] });
  answer(SavedRepliesDocument, { savedReplies: [{ id: 's', title: 'The trial', text: 'Fourteen days.' }] });
});

const show = (query = '') =>
  render(<ContactAdminPage />, { path: `/admin/contact${query}`, signedInAs: ada });
/** Opens the first message. */
async function open() {
  const drawn = show();
  await drawn.user.click(await screen.findByRole('link', { name: /Ten sites/ }));
  await screen.findByRole('heading', { name: 'Ten sites' });
  return drawn;
}

describe('The inbox', () => {
  test('lists messages with their state and the first 8 characters of their id', async () => {
    show();
    const row = await screen.findByRole('link', { name: /Ten sites/ });
    expect(within(row).getByRole('img', { name: 'New' })).toBeInTheDocument();
    expect(row).toHaveTextContent('1a2b3c4d');
    expect(row).toHaveTextContent('2 h ago');
  });

  test('shows what is waiting, and the first response time against the promise', async () => {
    show();
    const strip = await screen.findByRole('region', { name: 'Figures' });
    await waitFor(() => expect(strip).toHaveTextContent('Waiting longest1 d'));
    expect(strip).toHaveTextContent('1 over 24 h');
    expect(strip).toHaveTextContent('First response, median3 h');
    expect(strip).toHaveTextContent('Longest 1 d, 4 answered in 30 days');
  });

  test('filters by state and by words, and says when nothing matches', async () => {
    answer(ContactInboxDocument, ({ search }) => ({ contactSubmissions: search ? [] : [message] }));
    const { user } = show();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Closed');
    await user.click(screen.getByRole('searchbox', { name: 'Search messages' }));
    await user.paste('lantern');
    expect(await screen.findByText('No messages found')).toBeInTheDocument();
    expect(asks(ContactInboxDocument).at(-1)?.variables).toMatchObject({
      status: 'closed',
      search: 'lantern',
    });
    await user.click(screen.getByRole('button', { name: 'Show all messages' }));
    expect(await screen.findByRole('link', { name: /Ten sites/ })).toBeInTheDocument();
  });

  test('says when it is empty', async () => {
    answer(ContactInboxDocument, { contactSubmissions: [] });
    show();
    expect(await screen.findByText('No messages yet')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
  });

  test('offers Retry when the messages can’t be loaded', async () => {
    refuse(ContactInboxDocument, { message: 'No', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = show();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We couldn’t load the messages');
    answer(ContactInboxDocument, { contactSubmissions: [message] });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: /Ten sites/ })).toBeInTheDocument();
  });

  test('says that a message was deleted when an email links to it', async () => {
    refuse(ContactMessageDocument, { message: 'Message not found', code: 'NOT_FOUND' });
    show('?message=gone');
    expect(await screen.findByText('Message not found')).toBeInTheDocument();
  });
});

describe('A message', () => {
  test('can be moved to another state, but not to its current one', async () => {
    answer(UpdateContactSubmissionDocument, { updateContactSubmission: { ...message, status: 'closed' } });
    const { user } = await open();
    const states = screen.getByRole('group', { name: 'State' });
    expect(
      within(states)
        .getAllByRole('button')
        .map((one) => one.hasAttribute('disabled')),
    ).toEqual([false, false, false]);
    await user.click(within(states).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Submission Updated')).toBeInTheDocument();
    expect(asks(UpdateContactSubmissionDocument)[0]?.variables).toEqual({
      id: message.id,
      input: { status: 'closed' },
    });
    await waitFor(() => expect(within(states).getByRole('button', { name: 'Close' })).toBeDisabled());
    expect(within(states).getByRole('button', { name: 'Mark Replied' })).toBeEnabled();
  });

  test('keeps its state if that fails', async () => {
    refuse(UpdateContactSubmissionDocument, { message: 'No', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Mark Read' }));
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    expect(screen.getByText('Failed to update submission')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Mark Read' })).toBeEnabled();
  });

  test('can have notes', async () => {
    answer(UpdateContactSubmissionDocument, {
      updateContactSubmission: { ...message, adminNotes: 'Wants a call' },
    });
    const { user } = await open();
    await user.type(screen.getByLabelText('Admin notes'), 'Wants a call');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Notes saved.')).toBeInTheDocument();
    expect(asks(UpdateContactSubmissionDocument)[0]?.variables['input']).toEqual({
      adminNotes: 'Wants a call',
    });
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
  });

  test('is replied to, with a saved reply inserted at the cursor', async () => {
    answer(ReplyToContactDocument, { replyToContact: { ...message, status: 'replied' } });
    const { user } = await open();
    const field = screen.getByLabelText<HTMLTextAreaElement>('Your reply');
    await user.type(field, 'Hello ! Ada');
    field.setSelectionRange(6, 7);
    await user.click(await screen.findByRole('button', { name: 'Insert saved reply' }));
    // jsdom knows no popovers.
    await user.click(screen.getByRole('button', { name: 'The trial', hidden: true }));
    await waitFor(() => expect(field).toHaveValue('Hello Fourteen days. Ada'));
    await waitFor(() => expect(field.selectionStart).toBe('Hello Fourteen days.'.length));
    await user.click(screen.getByRole('button', { name: 'Send Reply' }));
    expect(await screen.findByText('Reply sent')).toBeInTheDocument();
    expect(asks(ReplyToContactDocument)[0]?.variables).toEqual({
      id: message.id,
      input: { message: 'Hello Fourteen days. Ada' },
    });
    expect(await screen.findByLabelText('Your reply')).toHaveValue('');
  });

  test('keeps a reply that could not be sent, and says why', async () => {
    refuse(ReplyToContactDocument, { message: 'vic@customer.test takes no mail', code: 'CONFLICT' });
    const { user } = await open();
    await user.type(screen.getByLabelText('Your reply'), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send Reply' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('takes no mail');
    expect(screen.getByLabelText('Your reply')).toHaveValue('Hello');
  });

  test('is deleted after the documented confirmation', async () => {
    answer(DeleteContactSubmissionDocument, { deleteContactSubmission: message.id });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete submission' }));
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this submission?',
    });
    await user.click(within(dialog).getByRole('button', { name: 'Delete submission' }));
    expect(await screen.findByText('Submission Deleted')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ten sites' })).toBeNull());
  });

  test('stays when it could not be deleted', async () => {
    refuse(DeleteContactSubmissionDocument, { message: '', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete submission' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete submission' }));
    expect(await screen.findByText('Deletion Failed')).toBeInTheDocument();
    expect((await screen.findAllByText('Failed to delete submission')).length).toBeGreaterThan(0);
  });
});
