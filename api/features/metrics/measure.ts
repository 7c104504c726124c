import type { Reading } from '../unifi/reading.ts';

/** What one round of one console adds to a day. */
export interface Measured {
  hostId: string;
  observedSeconds: number;
  onlineSeconds: number;
  /** Undefined: no uplink rate was read. */
  transferredBytes: number | undefined;
}

/**
 * What was seen of each monitored console's devices, assumed to hold for the seconds since the last round. Unknown and busy
 * devices don't count. Only gateways' uplinks count as transfer, because traffic inside would count twice.
 */
export function measure(reading: Reading, watched: (hostId: string) => boolean, seconds: number): Measured[] {
  return reading.consoles.flatMap((console) => {
    if (!watched(console.hostId) || console.link === 'disconnected') return [];
    const measured: Measured = {
      hostId: console.hostId,
      observedSeconds: 0,
      onlineSeconds: 0,
      transferredBytes: undefined,
    };
    for (const { adopted, state, role, uplinkBps } of console.devices) {
      if (!adopted || state === 'busy' || state === 'unknown') continue;
      measured.observedSeconds += seconds;
      if (state === 'online') measured.onlineSeconds += seconds;
      if (role === 'gateway' && uplinkBps !== undefined) {
        measured.transferredBytes = (measured.transferredBytes ?? 0) + (uplinkBps / 8) * seconds;
      }
    }
    return measured.observedSeconds > 0 ? [measured] : [];
  });
}
