import type { HalopsaControllerFieldsFragment, HalopsaFieldsFragment } from '#web/gql/graphql.ts';

/** A HaloPSA that is connected and well. */
export const connected: HalopsaFieldsFragment = {
  id: 'halo-1',
  authServer: 'https://acme.halopsa.com/auth',
  resourceServer: 'https://acme.halopsa.com/api',
  tenant: 'acme',
  clientId: 'netlantern',
  clientSecretTail: '7777',
  scope: 'read:customers read:tickets edit:tickets',
  ticketTypeId: null,
  resolvedStatusId: null,
  closesTickets: false,
  ticketPerClient: false,
  lastWorkedAt: '2026-11-20T14:00:00.000Z',
  problems: [],
  proof: {
    state: 'proven',
    text: 'HaloPSA returned its list of statuses.',
    provenAt: '2026-11-20T14:00:00.000Z',
    failingSince: null,
    nextAt: '2026-11-21T14:00:00.000Z',
  },
};

export const headOffice: HalopsaControllerFieldsFragment = {
  id: 'c1',
  name: 'Head Office',
  status: 'online',
  selectedSiteName: 'Zürich',
  selectedSiteCount: 1,
  totalSites: 2,
  haloEnabled: false,
  haloSeverityLevels: ['critical'],
  haloClientId: null,
  haloClientName: null,
  haloSiteId: null,
  haloSiteName: null,
  haloPriority: 2,
  haloCategory: 1,
  haloCategoryName: null,
};
