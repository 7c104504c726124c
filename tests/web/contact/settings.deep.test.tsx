import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContactAdminPage } from '#web/features/contact/admin/ContactAdminPage.tsx';
import {
  ContactSettingsDocument,
  DeleteSavedReplyDocument,
  SaveContactSettingsDocument,
  SavedRepliesDocument,
  SaveSavedReplyDocument,
} from '#web/gql/graphql.ts';
import { ada, answer, asks, refuse, render } from '#tests/support/render.tsx';

const settings = { supportEmail: 'help@operator.test', supportPhone: '+44 1', businessAddress: 'A' };
const trial = { id: 's', title: 'The trial', text: 'Fourteen days.' };

beforeEach(() => {
  answer(ContactSettingsDocument, { contactSettings: settings });
  answer(SavedRepliesDocument, { savedReplies: [trial] });
});

const show = () => render(<ContactAdminPage />, { path: '/admin/contact?tab=settings', signedInAs: ada });

describe('The contact settings', () => {
  test('are next to the messages, each in its tab', async () => {
    show();
    const tabs = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);
    expect(tabs).toEqual(['Contact Submissions', 'Contact Settings']);
  });

  test('are saved, and cleared fields are empty', async () => {
    const saved = { ...settings, supportPhone: '' };
    answer(SaveContactSettingsDocument, { saveContactSettings: saved });
    const { user } = show();
    await user.clear(await screen.findByLabelText(/Support phone/));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Settings Updated')).toBeInTheDocument();
    expect(asks(SaveContactSettingsDocument)[0]?.variables).toEqual({ input: saved });
  });

  test('keep what was typed when they are refused', async () => {
    refuse(SaveContactSettingsDocument, {
      message: 'Support email is required',
      fields: { supportEmail: 'Support email is required' },
    });
    const { user } = show();
    await user.clear(await screen.findByLabelText('Support email'));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Support email is required')).toBeInTheDocument();
    expect(screen.getByLabelText('Support email')).toHaveValue('');
  });

  test('ask before unsaved changes are discarded', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('Support email'), 'x');
    await user.click(screen.getByRole('tab', { name: 'Contact Submissions' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument();
    expect(screen.getByLabelText('Support email')).toHaveValue('help@operator.testx');
  });
});

describe('Saved replies', () => {
  test('are added and changed in a dialog', async () => {
    answer(SaveSavedReplyDocument, { saveSavedReply: trial });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add saved reply' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add saved reply' });
    await user.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(await within(dialog).findByText('Title is required')).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Title'), 'Invoice');
    await user.type(within(dialog).getByLabelText('Text'), 'Under Billing.');
    await user.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Saved reply saved')).toBeInTheDocument();
    expect(asks(SaveSavedReplyDocument)[0]?.variables).toEqual({
      input: { title: 'Invoice', text: 'Under Billing.' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('are deleted after confirmation', async () => {
    answer(DeleteSavedReplyDocument, { deleteSavedReply: trial.id });
    const { user } = show();
    const actions = await screen.findByRole('group', { name: 'Actions for The trial' });
    await user.click(within(actions).getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete saved reply' }));
    expect(await screen.findByText('Saved reply deleted')).toBeInTheDocument();
    expect(asks(DeleteSavedReplyDocument)[0]?.variables).toEqual({ id: trial.id });
  });
});
