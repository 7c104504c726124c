import type { DeviceFactsFieldsFragment, DeviceInPlaceQuery, SiteInPlaceQuery } from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

type Details = Unmasked<DeviceInPlaceQuery['deviceDetails']> & Unmasked<DeviceFactsFieldsFragment>;

/** An access point at Head Office, online and with every fact known. */
export const details = ({
  device,
  ...more
}: Omit<Partial<Details>, 'device'> & { device?: Partial<Details['device']> } = {}): Details => ({
  device: {
    id: 'd1',
    hostId: 'HOST:1',
    name: 'AP Lobby 🏢',
    model: 'U7 Pro',
    mac: '68D79AB789FF',
    state: 'online',
    stateReason: null,
    reportedState: null,
    stateSince: '2026-11-20T14:00:00.000Z',
    url: 'https://unifi.ui.com/consoles/HOST:1',
    overLimit: false,
    notEvaluated: [],
    isConsole: false,
    firmwareVersion: '8.0.26',
    updateAvailable: true,
    ip: '10.0.0.7',
    startedAt: '2026-11-01T08:00:00.000Z',
    adoptedAt: '2025-01-02T03:04:05.000Z',
    uplinkPort: 7,
    clientCount: 12,
    poe: { total: 8, inUse: 5, limited: 1 },
    ...device,
  },
  controllerName: 'Head Office',
  site: {
    id: 's1',
    siteId: 'HOST:1',
    name: 'Zürich',
    ispName: 'Bahnhof',
    customer: { id: 'c1', name: 'Acme Dental', color: '#0072b2' },
    tags: ['gold', 'leeds'],
  },
  uplink: { id: 'd0', name: 'Core Switch', model: 'USW Aggregation', mac: '68D79AB78900' },
  cause: null,
  connected: [],
  connectedCount: 0,
  clientsAt: new Date(Date.now() - 180_000).toISOString(),
  unreadReason: null,
  ...more,
});

type Site = Unmasked<SiteInPlaceQuery['siteDetails']>;

/** A connected site with every fact known. */
export const site = (more: Partial<Site> = {}): Site => ({
  id: 's1',
  siteId: 'HOST:1',
  name: 'Zürich',
  controllerName: 'Head Office',
  url: 'https://unifi.ui.com/consoles/HOST:1',
  state: 'online',
  stateReason: null,
  stateSince: '2026-11-20T14:00:00.000Z',
  version: '10.3.55',
  osVersion: '5.1.12',
  hardware: 'UniFi Dream Machine SE',
  ispName: 'Bahnhof',
  wifiClients: 24,
  wiredClients: 6,
  guestClients: 2,
  countedAt: new Date(Date.now() - 60_000).toISOString(),
  backedUpAt: '2026-11-20T00:00:00.000Z',
  devices: { total: 45, online: 39, offline: 5, impaired: 0, busy: 1, unknown: 0, updatable: 11 },
  customer: { id: 'c1', name: 'Acme Dental', color: '#0072b2' },
  tags: ['gold'],
  ...more,
});
