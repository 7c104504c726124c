import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  AdminSettingsDocument,
  CurrentAnnouncementDocument,
  SaveAdminSettingDocument,
} from '#web/gql/graphql.ts';
import { OrganizationPage } from '#web/features/organization/OrganizationPage.tsx';
import { answer, asks, grace, refuse, render, renderApp } from '#tests/support/render.tsx';

const setting = (key: string, value: string, more: object = {}) => ({
  __typename: 'AdminSetting' as const,
  id: key,
  key,
  value,
  description: `What ${key} does.`,
  type: 'text' as const,
  isEditable: true,
  ...more,
});
const settings = [
  setting('organisation_name', 'Northlight Ltd'),
  setting('announcement', '', { type: 'textarea' }),
  setting('public_address', 'https://watch.example.test', { isEditable: false }),
];

beforeEach(() => {
  answer(AdminSettingsDocument, { adminSettings: settings });
  answer(CurrentAnnouncementDocument, { announcement: null });
  answer(SaveAdminSettingDocument, ({ key, value }) => ({ saveAdminSetting: setting(key, value.trim()) }));
});

const save = (name: string) => screen.getByRole('button', { name: `Save ${name}` });
const isOff = (name: string) => save(name).getAttribute('aria-disabled') === 'true';
async function open() {
  const { user } = render(<OrganizationPage />, { signedInAs: grace });
  const field = await screen.findByLabelText('Organisation name');
  return { user, field };
}

describe('The organization settings', () => {
  test('can each be saved separately, once changed', async () => {
    const { user, field } = await open();
    expect(isOff('Organisation name')).toBe(true);
    await user.type(field, ' & Sons');
    expect(isOff('Organisation name')).toBe(false);
    expect(isOff('Announcement')).toBe(true);
    await user.click(save('Organisation name'));
    expect(await screen.findByText('Organisation name updated successfully')).toBeInTheDocument();
    expect(asks(SaveAdminSettingDocument).map(({ variables }) => variables)).toEqual([
      { key: 'organisation_name', value: 'Northlight Ltd & Sons' },
    ]);
    await waitFor(() => expect(isOff('Organisation name')).toBe(true));
    // Anyone who works by keyboard stays where they are.
    expect(save('Organisation name')).toHaveFocus();
    await user.click(save('Organisation name'));
    expect(asks(SaveAdminSettingDocument)).toHaveLength(1);
  });

  test('can be cleared', async () => {
    const { user, field } = await open();
    await user.clear(field);
    await user.click(save('Organisation name'));
    await waitFor(() => expect(asks(SaveAdminSettingDocument)[0]?.variables).toMatchObject({ value: '' }));
  });

  test('are not sent by Enter if nothing was changed', async () => {
    const { user, field } = await open();
    await user.type(field, '{Enter}');
    expect(asks(SaveAdminSettingDocument)).toEqual([]);
  });

  test('keep what was typed when the server refuses it, with its error under the field', async () => {
    const message = 'Organisation name must be 120 characters or less';
    refuse(SaveAdminSettingDocument, { message, fields: { value: message } });
    const { user, field } = await open();
    await user.type(field, '!');
    await user.click(save('Organisation name'));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(field).toHaveValue('Northlight Ltd!');
    expect(field).toHaveFocus();
  });

  test('show what comes from the environment, without a way to save it', async () => {
    await open();
    expect(screen.getByText('https://watch.example.test')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save Public address' })).toBeNull();
  });

  test.each(['/admin/organization', '/admin/settings'])('are at %s', async (path) => {
    renderApp({ path, signedInAs: grace });
    expect(await screen.findByRole('heading', { name: 'Organisation' }, { timeout: 5000 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Organisation' })).toHaveAttribute('aria-current', 'page');
  });

  test('ask before an unsaved one is discarded', async () => {
    const { user } = renderApp({ path: '/admin/settings', signedInAs: grace });
    await user.type(await screen.findByLabelText('Announcement', {}, { timeout: 5000 }), 'Tonight');
    await user.click(screen.getByRole('link', { name: 'User Mode' }));
    const asked = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Announcement')).toHaveValue('Tonight');
  });

  test('offer Retry if they could not be loaded', async () => {
    refuse(AdminSettingsDocument, { message: 'No', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = render(<OrganizationPage />, { signedInAs: grace });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answer(AdminSettingsDocument, { adminSettings: settings });
    await user.click(retry);
    expect(await screen.findByLabelText('Organisation name')).toBeInTheDocument();
  });
});
