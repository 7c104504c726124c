import { CustomerChoices, CustomerList, SiteTags } from '#web/features/customers/customers.gql.ts';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { SiteList } from '#web/features/sites/sites.gql.ts';
import { SiteControllers } from '#web/features/sites/SitesTab.tsx';
import type { CustomerListQuery, SiteListQuery } from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { answer } from '#tests/support/render.tsx';

export type Customer = Unmasked<CustomerListQuery>['customers'][number];
export type Site = Unmasked<SiteListQuery>['teamSites'][number];

const none = { online: 0, offline: 0, impaired: 0, busy: 0, unknown: 0 };

export const customer = (name: string, over: Partial<Customer> = {}): Customer => ({
  id: name.toLowerCase(),
  name,
  color: '#0072b2',
  tags: [],
  haloClientId: null,
  haloClientName: null,
  siteCount: 0,
  sitesUnknown: 0,
  openAlertCount: 0,
  worstSeverity: null,
  devices: none,
  ...over,
});

export const acme = customer('Acme', {
  tags: ['gold'],
  siteCount: 2,
  openAlertCount: 3,
  worstSeverity: 'critical',
  devices: { ...none, online: 12, offline: 1 },
});
export const birch = customer('Birch');

export const site = (name: string, over: Partial<Site> = {}): Site => ({
  id: `id of ${name}`,
  name,
  hostId: `host of ${name}`,
  controllerId: 'head-office',
  controllerName: 'Head Office',
  isMonitored: true,
  tags: [],
  allTags: [],
  openAlertCount: 0,
  worstSeverity: null,
  devices: { ...none, online: 4 },
  customer: null,
  ...over,
});

/** The server has these customers and sites. */
export function serves(customers: readonly Customer[], sites: readonly Site[] = []): void {
  const matching = (search: string | null | undefined) =>
    customers.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase()));
  answer(CustomerList, ({ search, first, skip }) => ({
    customers: matching(search).slice(skip, skip + first),
    customerCount: matching(search).length,
  }));
  answer(CustomerChoices, ({ search, ids }) => ({
    found: matching(search),
    chosen: customers.filter(({ id }) => [ids].flat().includes(id)),
  }));
  answer(SiteTags, { siteTags: [{ tag: 'gold', sites: 2 }] });
  answer(SiteControllers, { controllers: [{ id: 'head-office', name: 'Head Office' }] });
  answer(SiteList, ({ first, skip, unassigned }) => {
    const found = sites.filter((one) => unassigned == null || (one.customer == null) === unassigned);
    return { teamSites: found.slice(skip, skip + first), teamSiteCount: found.length };
  });
  answer(HalopsaIntegration, { halopsaIntegration: null });
}
