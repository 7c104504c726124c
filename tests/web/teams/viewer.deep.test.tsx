import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { CustomerPlan, DashboardSummary, SelectedSites } from '#web/features/controllers/controllers.gql.ts';
import { UserDashboardPage } from '#web/features/controllers/dashboard/UserDashboardPage.tsx';
import { Sites } from '#web/features/controllers/site-selector/SiteChoice.tsx';
import { SiteSelectorPage } from '#web/features/controllers/site-selector/SiteSelectorPage.tsx';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { Integrations } from '#web/features/integrations/integrations.gql.ts';
import { IntegrationsPage } from '#web/features/integrations/IntegrationsPage.tsx';
import { alice, answer, render } from '#tests/support/render.tsx';
import { IntegrationTemplates } from '#web/features/integrations/templates/TemplateCards.tsx';
import { answerControllers, rule } from '../alerts/samples.ts';
import { controller, lists, revoked, summary, typed } from '../controllers/samples.tsx';

const viewer = { ...alice, teamRole: 'viewer' as const };
const note = 'You have view-only access. Ask the team owner to make changes.';

beforeEach(() => {
  lists(controller(), revoked);
  answer(DashboardSummary, summary());
  answer(CustomerPlan, { me: typed('User', { id: 'alice', teamPackage: null }) });
  answer(Sites, {
    sites: [typed('Site', { hostId: 'one', hostName: 'Main Street', deviceCount: 3, isSelected: false })],
  });
  answer(SelectedSites, {
    controller: typed('Controller', { id: 'head-office', selectedSiteIds: [], selectedSiteNames: [] }),
  });
  answer(AlertRules, { alertRules: [rule] });
  answerControllers();
  answer(Integrations, { integrations: [] });
  answer(IntegrationTemplates, { integrationTemplates: [] });
  answer(HalopsaIntegration, { halopsaIntegration: null });
});

const offered = (part = document.body) =>
  [...within(part).queryAllByRole('button'), ...within(part).queryAllByRole('link')].map(
    (element) => element.getAttribute('aria-label') ?? element.textContent,
  );

describe('a viewer', () => {
  test('can change nothing on the dashboard, and sees why', async () => {
    render(<UserDashboardPage />, { path: '/dashboard', signedInAs: viewer });
    expect(await screen.findByText('Retail')).toBeVisible();
    expect(screen.getByText(note)).toBeVisible();
    const changes = ['Add Controller', 'Test', 'Select Site', 'Delete', 'Replace the key'];
    expect(offered().filter((name) => changes.includes(name ?? ''))).toEqual([]);
  });

  test('sees the sites of a controller and can’t select one', async () => {
    const path = '/site-selector?controller=head-office';
    render(<SiteSelectorPage />, { path, signedInAs: viewer });
    expect(await screen.findByText('Main Street')).toBeVisible();
    expect(screen.getByText(note)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Main Street' })).not.toBeInTheDocument();
  });

  test('has no form for a new key', async () => {
    render(<SiteSelectorPage />, { path: '/site-selector', signedInAs: viewer });
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.queryByLabelText('Site Manager API key')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
      'href',
      '/user-dashboard',
    );
  });

  test('sees the connected keys and can only open their sites, whatever the address says', async () => {
    render(<IntegrationsPage />, { path: '/integrations?edit=head-office', signedInAs: viewer });
    expect(await screen.findByText('Head Office')).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText('API key')).not.toBeInTheDocument());
    const keys = screen.getByRole('region', { name: 'Configured Controllers' });
    expect(offered(keys)).toEqual(['Open Sites', 'Open Sites']);
  });

  test('sees the rules and can’t change them', async () => {
    render(<AlertsPage />, { path: '/alerts?tab=rules', signedInAs: viewer });
    expect(await screen.findByText('Active')).toBeVisible();
    expect(screen.getByText(note)).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    expect(offered()).toEqual([]);
  });
});

test('a member sees all the actions', async () => {
  render(<UserDashboardPage />, { path: '/dashboard', signedInAs: { ...alice, teamRole: 'member' } });
  expect(await screen.findByRole('link', { name: 'Add Controller' })).toBeVisible();
  expect(screen.queryByText(note)).not.toBeInTheDocument();
});
