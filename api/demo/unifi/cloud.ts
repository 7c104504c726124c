import type { ConnectorError, NetworkConsole, NetworkKey } from './network-types.ts';
import { cloudAnswer, cloudError, cloudPage, edgeError, networkError } from './answer.ts';
import type { Answer, Ask } from './answer.ts';
import { hostRow } from './hosts.ts';
import { answerConsole } from './integration.ts';
import { deviceGroups, siteRow } from './inventory.ts';
import { ispMetrics } from './isp.ts';

/** What the Site Manager answers to a key. */
export function answerCloud(key: NetworkKey, ask: Ask): Answer {
  const [version, kind, id] = ask.segments;
  const consoles = key.consoles.filter((console) => console.inAccount);
  if (version !== 'v1' && version !== 'ea') return cloudError(404, 'not found');
  if (kind === 'isp-metrics') return ispMetrics(key, consoles, ask);
  if (kind === 'connector' && version === 'v1') return answerConnector(key, consoles, ask);
  if (ask.method !== 'GET' || ask.segments.length > 3) return cloudError(404, 'not found');
  if (kind === 'hosts' && id !== undefined) {
    const console = consoles.find((one) => one.hostId === id);
    return console ? cloudAnswer(hostRow(console, ask.now)) : cloudError(404, `thing not found: ${id}`);
  }
  if (id !== undefined) return cloudError(404, 'not found');
  if (kind === 'sd-wan-configs') return cloudAnswer([]);
  const list = listOf(kind, consoles, ask);
  if (!list) return cloudError(404, 'not found');
  if ('status' in list) return list;
  // Early Access lists have no paging.
  return version === 'ea' ? cloudAnswer(list.rows) : cloudPage(list.rows, ask, list.lastToken);
}

/** The three lists; each says "no more" in another of the ways seen. */
function listOf(kind: string | undefined, consoles: NetworkConsole[], ask: Ask) {
  switch (kind) {
    case 'hosts':
      return { rows: consoles.map((console) => hostRow(console, ask.now)), lastToken: '' as const };
    case 'sites':
      return {
        rows: consoles.flatMap((console) => console.sites.map((site) => siteRow(console, site, ask.now))),
        lastToken: null,
      };
    case 'devices': {
      const time = ask.query.get('time');
      if (time && !/^\d{4}-\d\d-\d\dT/.test(time)) return cloudError(400, `invalid time format: ${time}`);
      const wanted = ask.query.getAll('hostIds[]');
      const asked = consoles.filter((console) => wanted.length === 0 || wanted.includes(console.hostId));
      return { rows: asked.flatMap((console) => deviceGroups(console, ask.now)), lastToken: undefined };
    }
    default:
      return undefined;
  }
}

// The connector needs console firmware 5.0.3 or later.
const reaches = ({ osVersion }: NetworkConsole) => {
  const [major = 0, minor = 0, patch = 0] = osVersion.split('.').map(Number);
  return major * 1e6 + minor * 1e3 + patch >= 5_000_003;
};

function answerConnector(key: NetworkKey, consoles: NetworkConsole[], ask: Ask): Answer {
  const [, , of, hostId, ...path] = ask.segments;
  if (of !== 'consoles' || path.length === 0) return cloudError(400, 'path is invalid');
  const console = consoles.find((one) => one.hostId === hostId);
  if (!console) return cloudError(403, 'host not found');
  if (!key.connector) return cloudError(403);
  if (!console.connector || (console.networkVersion !== null && !reaches(console))) {
    return cloudError(403, 'insufficient permissions for this host');
  }
  if (!console.connected) return cloudError(408);
  const refused = console.connectorError;
  if (refused) return connectorRefusal(refused, ask);
  if (console.networkVersion === null) return edgeError(404, 'Not Found');
  const gzipWithoutHeader = console.traps.has('gzipWithoutHeader');
  return { ...answerConsole(console, path, ask), gzipWithoutHeader };
}

function connectorRefusal({ status, shape = 'cloud' }: ConnectorError, ask: Ask): Answer {
  if (shape === 'edge') return edgeError(status, status === 401 ? 'Unauthorized' : 'Service Unavailable');
  return shape === 'network' ? networkError(status, ask.path, ask.now) : cloudError(status);
}
