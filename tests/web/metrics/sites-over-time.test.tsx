import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OldestControllers, SiteOverTime, SitesOverTime } from '#web/features/metrics/SitesOverTime.tsx';
import { answer, asks, render } from '#tests/support/render.tsx';

const sites = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    id: `site-${nth}`,
    name: `Site ${nth}`,
    selectedSiteName: 'Main',
    selectedSiteCount: 1,
    totalSites: 1,
  }));

test('The dashboard shows two weeks of availability of the first controllers, and links to all their pages', async () => {
  answer(SiteOverTime, ({ controllerId }) => ({
    siteMetrics: {
      until: '2026-11-20T16:00:00.000Z',
      at: ['2026-11-20T14:00:00.000Z', '2026-11-20T15:00:00.000Z'],
      online: controllerId === 'site-1' ? [null, null] : [3, 2],
      offline: controllerId === 'site-1' ? [null, null] : [0, 1],
      uptimePercent: controllerId === 'site-1' ? null : 99.456,
      measuredUntil: null,
      reachability: [],
    },
  }));
  answer(OldestControllers, ({ first }) => ({ controllers: sites(8).slice(0, first) }));
  render(<SitesOverTime total={8} />);
  const region = within(await screen.findByRole('region', { name: 'Availability, last 14 days' }));
  expect(await region.findAllByText('Uptime 99.46%')).toHaveLength(5);
  expect(region.getByText('No data yet')).toBeInTheDocument();
  expect(region.getAllByRole('img', { name: /online 50%.*offline 50%/ })).toHaveLength(5);
  expect(region.getByRole('link', { name: 'Site 0 · Main' })).toHaveAttribute('href', '/controllers/site-0');
  expect(region.getByText('2 more. See each controller’s page.')).toBeInTheDocument();
  expect(asks(SiteOverTime)).toHaveLength(6);
});
