import { uuidOf } from './network-identity.ts';
import type { NetworkConsole, NetworkSite } from './network-types.ts';
import { networkError, networkPage } from './answer.ts';
import type { Answer, Ask, Json } from './answer.ts';
import { filtered } from './filter.ts';
import {
  clientRow,
  deviceDetail,
  deviceListRow,
  deviceStatistics,
  legacyDeviceRow,
} from './integration-rows.ts';
import { connectedClients } from './inventory.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a console's Network application answers.
 * @param path Segments below the console, with or without a leading `proxy`.
 */
export function answerConsole(console: NetworkConsole, path: string[], ask: Ask): Answer {
  const [application, ...rest] = path[0] === 'proxy' ? path.slice(1) : path;
  const notFound = (at: string) =>
    networkError(404, at, ask.now, {
      code: 'api.request.error',
      message: `No endpoint ${ask.method} ${at}.`,
    });
  const requestPath = `/${rest.join('/')}`;
  if (application !== 'network' || ask.method !== 'GET') return notFound(requestPath);
  if (rest[0] === 'api') return legacy(console, rest.slice(1), ask) ?? notFound(requestPath);
  if (rest[0] !== 'integration' || rest[1] !== 'v1') return notFound(requestPath);
  const [kind, siteId, ...below] = rest.slice(2);
  if (kind === 'info' && siteId === undefined) {
    return { status: 200, body: { applicationVersion: console.networkVersion } };
  }
  if (kind === 'pending-devices' && siteId === undefined) return networkPage([], ask, requestPath);
  if (kind !== 'sites') return notFound(requestPath);
  if (siteId === undefined) {
    const rows = console.sites.map((site) => ({
      id: site.id,
      internalReference: site.name,
      name: site.desc ?? 'Default',
    }));
    return networkPage(rows, ask, requestPath);
  }
  const site = console.sites.find((one) => one.id === siteId);
  if (!site) return networkError(uuid.test(siteId) ? 404 : 400, requestPath, ask.now);
  return inSite(console, site, below, ask, requestPath) ?? notFound(requestPath);
}

function inSite(
  console: NetworkConsole,
  site: NetworkSite,
  [kind, id, ...below]: string[],
  ask: Ask,
  requestPath: string,
): Answer | undefined {
  const page = (rows: Json[]) => {
    const kept = filtered(rows, ask.query.get('filter'));
    return kept
      ? networkPage(kept, ask, requestPath)
      : networkError(400, requestPath, ask.now, {
          code: 'api.request.invalid-filter',
          message: 'Invalid filter',
        });
  };
  const one = (row: Json | undefined): Answer =>
    row ? { status: 200, body: row } : networkError(404, requestPath, ask.now);
  if (kind === 'devices') {
    const devices = console.devices.filter(
      (device) => device.site === site.name && device.managed && device.listedByConsole,
    );
    if (id === undefined) return page(devices.map((device, nth) => deviceListRow(console, device, nth)));
    const device = devices.find((candidate) => candidate.id === id);
    const what = below.join('/');
    if (what === '') return one(device && deviceDetail(console, device));
    return what === 'statistics/latest'
      ? one(device && deviceStatistics(console, device, ask.now))
      : undefined;
  }
  if (kind === 'clients' && below.length === 0) {
    const clients = connectedClients(console).filter((client) => client.site === site.name);
    const rows = clients.map((client, nth) => clientRow(console, client, nth));
    return id === undefined ? page(rows) : one(rows.find((row) => row.id === id));
  }
  if (kind === 'wans' && id === undefined) {
    return page(['WAN', 'WAN2'].map((name) => ({ id: uuidOf(`wan ${site.id} ${name}`), name })));
  }
  return undefined;
}

/** The undocumented `/api/s/{site}/stat/device`; absent on most consoles. */
function legacy(console: NetworkConsole, [s, name, stat, kind]: string[], ask: Ask): Answer | undefined {
  const site = console.sites.find((one) => one.name === name);
  if (!console.storageApi || s !== 's' || !site || stat !== 'stat' || kind !== 'device') return undefined;
  const devices = console.devices.filter((device) => device.site === site.name);
  const data = devices.map((device) => legacyDeviceRow(device, ask.now));
  return { status: 200, body: { meta: { rc: 'ok' }, data } };
}
