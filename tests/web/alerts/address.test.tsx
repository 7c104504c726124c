import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ShortcutSheet } from '#web/app/layouts/ShortcutSheet.tsx';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { FilteredSite } from '#web/features/alerts/current/AlertFilters.tsx';
import { OpenAlerts } from '#web/features/alerts/current/open-alerts.gql.ts';
import { alice, answer, asks, render } from '#tests/support/render.tsx';
import { answerControllers, alertAt, answerOpen, headOffice } from './samples.ts';

beforeEach(() => {
  answerControllers(headOffice);
  answerOpen(alertAt(1));
});

describe('A link to Current Alerts', () => {
  test('of a site shows which one, and all sites once that is removed', async () => {
    answer(FilteredSite, { openAlerts: { nodes: [{ id: 'alert-1', siteName: 'Zürich' }] } });
    const { user } = render(<AlertsPage />, { path: '/alerts?site=HOST%3A1' });
    const filter = await screen.findByRole('button', { name: 'Show all sites instead of Zürich' });
    expect(filter).toHaveTextContent('Site: Zürich');
    expect(asks(OpenAlerts)[0]?.variables).toMatchObject({ filter: { siteId: 'HOST:1' } });
    await user.click(filter);
    await waitFor(() => expect(asks(OpenAlerts).at(-1)?.variables).toMatchObject({ filter: {} }));
    expect(window.location.search).toBe('');
  });

  test('of a customer shows its alerts', async () => {
    render(<AlertsPage />, { path: '/alerts?customer=acme' });
    await screen.findByText('AP 1');
    expect(asks(OpenAlerts)[0]?.variables).toMatchObject({ filter: { customerIds: ['acme'] } });
  });
});

describe('The sheet of shortcuts', () => {
  const keys = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

  test('lists every key', async () => {
    render(<ShortcutSheet onClose={() => undefined} />, { signedInAs: alice });
    await screen.findByRole('dialog');
    expect(keys()).toEqual([
      'Ctrl+K',
      '/',
      'g then a',
      'g then d',
      '?',
      ...'jkxasm',
      'Enter',
      'Shift+click',
      'Escape',
    ]);
  });

  test('leaves out what viewers may not do', async () => {
    render(<ShortcutSheet onClose={() => undefined} />, { signedInAs: { ...alice, teamRole: 'viewer' } });
    await screen.findByRole('dialog');
    expect(keys()).not.toContain('m');
  });
});
