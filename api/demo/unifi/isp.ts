import { chance } from './network-identity.ts';
import type { NetworkConsole, NetworkKey, NetworkSite } from './network-types.ts';
import { cloudAnswer, cloudError, iso } from './answer.ts';
import type { Answer, Ask, Json } from './answer.ts';
import { bend } from './traps.ts';

const stepMs = { '5m': 300_000, '1h': 3_600_000 };
type MetricType = keyof typeof stepMs;
const durations: Record<MetricType, Record<string, number>> = {
  '5m': { '24h': 86_400_000 },
  '1h': { '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 },
};

interface Span {
  from: number;
  to: number;
}

function metricRow(console: NetworkConsole, site: NetworkSite, metricType: MetricType, span: Span): Json {
  const step = stepMs[metricType];
  const to = Math.min(span.to, console.frozen?.at ?? span.to);
  const periods: Json[] = [];
  for (let at = Math.ceil(span.from / step) * step; at + step <= to; at += step) {
    // Some periods never arrive: about 283 of 288 in a day.
    const luck = chance(`${site.siteId} ${at}`);
    if (luck < 5 / 288) continue;
    const avgLatency = 8 + Math.floor(luck * 12);
    const wan = {
      avgLatency,
      maxLatency: avgLatency + 6 + Math.floor(luck * 20),
      packetLoss: luck > 0.97 ? 2 : 0,
      uptime: 100,
      downtime: 0,
      // Line speed, not traffic, as in the captures.
      download_kbps: 1_000_000,
      upload_kbps: 500_000,
      ispName: site.isp.name,
      ispAsn: site.isp.asn,
    };
    periods.push({ data: { wan }, metricTime: iso(at), version: console.networkVersion });
  }
  return bend(console, 'metric', { metricType, periods, hostId: console.hostId, siteId: site.siteId });
}

// Only a site with a gateway has a line to measure.
const measured = (consoles: NetworkConsole[]) =>
  consoles.flatMap((console) =>
    console.sites
      .filter((site) => console.devices.some((device) => device.isConsole && device.site === site.name))
      .map((site) => ({ console, site })),
  );

function spanOf(
  type: MetricType,
  now: number,
  begin?: string | null,
  end?: string | null,
  duration?: string | null,
) {
  const asked = duration ? durations[type][duration] : Object.values(durations[type])[0];
  if (asked === undefined) return `invalid duration: ${duration}`;
  if (duration && (begin || end)) return 'duration excludes beginTimestamp and endTimestamp';
  const to = end ? Date.parse(end) : now;
  const from = begin ? Date.parse(begin) : to - asked;
  if (Number.isNaN(from)) return `invalid time format: ${begin}`;
  if (Number.isNaN(to)) return `invalid time format: ${end}`;
  // Older periods are gone: a day of 5m, thirty days of 1h.
  return { from: Math.max(from, now - Math.max(...Object.values(durations[type]))), to: Math.min(to, now) };
}

/** `GET /v1/isp-metrics/{type}` and `POST …/query`. */
export function ispMetrics(key: NetworkKey, consoles: NetworkConsole[], ask: Ask): Answer {
  const [, , type, query] = ask.segments;
  if (!key.ispMetrics || (type !== '5m' && type !== '1h')) return cloudError(404, 'not found');
  if (ask.method === 'GET' && query === undefined) {
    const { query: q } = ask;
    const span = spanOf(type, ask.now, q.get('beginTimestamp'), q.get('endTimestamp'), q.get('duration'));
    if (typeof span === 'string') return cloudError(400, span);
    return cloudAnswer(measured(consoles).map(({ console, site }) => metricRow(console, site, type, span)));
  }
  return ask.method === 'POST' && query === 'query'
    ? queryMetrics(type, consoles, ask)
    : cloudError(404, 'not found');
}

interface AskedSite {
  hostId?: string;
  siteId?: string;
  beginTimestamp?: string;
  endTimestamp?: string;
}

function queryMetrics(type: MetricType, consoles: NetworkConsole[], ask: Ask): Answer {
  const asked = sitesIn(ask.body);
  if (!asked) return cloudError(400, 'error while parsing request');
  const metrics: Json[] = [];
  for (const wanted of asked) {
    const found = measured(consoles).find(
      ({ console, site }) => console.hostId === wanted.hostId && site.siteId === wanted.siteId,
    );
    const span = spanOf(type, ask.now, wanted.beginTimestamp, wanted.endTimestamp);
    if (typeof span === 'string') return cloudError(400, span);
    if (found) metrics.push(metricRow(found.console, found.site, type, span));
  }
  if (metrics.length === 0) return cloudError(502);
  const missing = asked.length - metrics.length;
  return cloudAnswer(
    missing ? { metrics, status: 'partialSuccess', message: `${missing} sites failed` } : { metrics },
  );
}

function sitesIn(body: string): AskedSite[] | undefined {
  try {
    const { sites } = JSON.parse(body) as { sites?: AskedSite[] };
    return Array.isArray(sites) && sites.length > 0 ? sites : undefined;
  } catch {
    return undefined;
  }
}
