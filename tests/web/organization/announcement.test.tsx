import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CurrentAnnouncementDocument } from '#web/gql/graphql.ts';
import { Announcement } from '#web/features/organization/Announcement.tsx';
import { alice, answer, asks, grace, render, renderApp } from '#tests/support/render.tsx';

const said = (text: string, since = '2026-11-22T20:00:00.000Z') => ({ announcement: { text, since } });
const putAside = () => screen.getByRole('button', { name: 'Dismiss announcement' });

beforeEach(() => {
  localStorage.removeItem('announcement_put_aside');
  answer(CurrentAnnouncementDocument, said('Maintenance tonight\nfrom 22:00 UTC'));
});
afterEach(() => vi.useRealTimers());

describe('An announcement', () => {
  test.each([
    ['customers', '/settings', alice],
    ['administrators', '/admin/organization', grace],
  ])('appears above every screen of %s', async (_who, path, signedInAs) => {
    renderApp({ path, signedInAs });
    expect(await screen.findByText(/Maintenance tonight/, {}, { timeout: 5000 })).toBeVisible();
  });

  test('is dismissed permanently, and the next one shows again', async () => {
    const { user } = render(<Announcement />, { signedInAs: alice });
    await screen.findByText(/Maintenance tonight/);
    await user.click(putAside());
    expect(screen.queryByText(/Maintenance tonight/)).toBeNull();
    answer(CurrentAnnouncementDocument, said('All is well again', '2026-11-22T23:00:00.000Z'));
    render(<Announcement />, { signedInAs: alice });
    expect(await screen.findAllByText('All is well again')).not.toEqual([]);
  });

  test('is announced politely, and refetched without counting as activity', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer(CurrentAnnouncementDocument, { announcement: null });
    render(<Announcement />, { signedInAs: alice });
    answer(CurrentAnnouncementDocument, said('Back at nine'));
    await act(() => vi.advanceTimersByTimeAsync(301_000));
    const text = await screen.findByText('Back at nine');
    expect(text.closest('[aria-live=polite]')).not.toBeNull();
    expect(asks(CurrentAnnouncementDocument).at(-1)?.headers).toMatchObject({ 'x-unattended': '1' });
  });
});
