import { UnifiError } from './errors.ts';
import { type Connection, getJson } from './http.client.ts';
import { field, list, number, opaqueId, text, time } from './shapes.ts';

/** Five minutes of one internet connection, as measured by the cloud. Missing measurements are absent. */
export interface WanPeriod {
  hostId: string;
  /** The site inside the console. Empty if the cloud doesn't report it. */
  siteId: string;
  /** When the period began. */
  at: Date;
  ispName?: string;
  /** Number of the provider's autonomous system. */
  asn?: number;
  /** Milliseconds. */
  latencyMs?: number;
  latencyMaxMs?: number;
  /** Percent of packets. */
  lossPercent?: number;
}

export const PERIOD_MS = 300_000;

/** How long the cloud keeps periods of five minutes (unifi/API.md 1.8). */
export const KEPT_MS = 24 * 3_600_000;

/** Paths that offer measurements: per the latest reference, and where most clients have found them. */
const BASES = ['/v1', '/ea'];

/**
 * A key's periods for all sites that started at `from` or later and ended by `until`. A missing period means
 * no measurement, not a good one. Line speeds are ignored, because they aren't traffic.
 * @throws UnifiError, `gone` if the account has no such measurements
 */
export async function readWanPeriods(connection: Connection, from: Date, until: Date): Promise<WanPeriod[]> {
  const query = new URLSearchParams({
    beginTimestamp: from.toISOString(),
    endTimestamp: until.toISOString(),
  });
  const rows = list(field(await ask(connection, `/isp-metrics/5m?${query}`), 'data'));
  if (!rows) throw new UnifiError('no_list');
  return rows
    .flatMap(periodsOf)
    .filter(({ at }) => at >= from && at.getTime() + PERIOD_MS <= until.getTime());
}

async function ask(connection: Connection, path: string): Promise<unknown> {
  let gone: unknown;
  for (const base of BASES) {
    try {
      return await getJson(connection, base + path, 'account');
    } catch (error) {
      if (!(error instanceof UnifiError) || error.kind !== 'gone') throw error;
      gone ??= error;
    }
  }
  throw gone;
}

/** Ignores rows that don't name their host. */
function periodsOf(row: unknown): WanPeriod[] {
  const hostId = opaqueId(field(row, 'hostId'));
  if (!hostId) return [];
  const siteId = opaqueId(field(row, 'siteId')) ?? '';
  return (list(field(row, 'periods')) ?? []).flatMap((period) => {
    const begun = time(field(period, 'metricTime'));
    const wan = field(field(period, 'data'), 'wan');
    const measured = {
      ispName: text(field(wan, 'ispName')),
      asn: asnOf(field(wan, 'ispAsn')),
      latencyMs: number(field(wan, 'avgLatency'), 0, 60_000),
      latencyMaxMs: number(field(wan, 'maxLatency'), 0, 60_000),
      lossPercent: number(field(wan, 'packetLoss'), 0, 100),
    };
    const isMeasured = measured.latencyMs !== undefined || measured.lossPercent !== undefined;
    if (!begun || !isMeasured) return [];
    // Round down to the period, so that a period isn't stored twice.
    return [
      { hostId, siteId, at: new Date(Math.floor(begun.getTime() / PERIOD_MS) * PERIOD_MS), ...measured },
    ];
  });
}

/** A number, with or without `AS` before it. */
function asnOf(value: unknown): number | undefined {
  const digits = typeof value === 'string' ? /^\s*(?:AS)?(\d{1,10})\s*$/i.exec(value)?.[1] : value;
  // PostgreSQL's integers end below the numbers that private networks use.
  return number(digits, 1, 2_147_483_647);
}
