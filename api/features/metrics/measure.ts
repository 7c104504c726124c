import type { Reading } from '../controllers/reading.ts';

/** What one round adds to a day. */
export interface Measured {
  observedSeconds: number;
  onlineSeconds: number;
  /** Undefined: no uplink rate was read. */
  transferredBytes: number | undefined;
}

/**
 * What was seen of the watched devices, taken to have been so for the seconds since the last round.
 * Devices in an unknown state and busy ones don't count; only gateways' uplinks count as transfer, or traffic inside would count twice.
 */
export function measure(reading: Reading, watched: (hostId: string) => boolean, seconds: number): Measured {
  const measured: Measured = { observedSeconds: 0, onlineSeconds: 0, transferredBytes: undefined };
  for (const console of reading.consoles) {
    if (!watched(console.hostId) || console.link === 'disconnected') continue;
    for (const { adopted, state, role, uplinkBps } of console.devices) {
      if (!adopted || state === 'busy' || state === 'unknown') continue;
      measured.observedSeconds += seconds;
      if (state === 'online') measured.onlineSeconds += seconds;
      if (role === 'gateway' && uplinkBps !== undefined) {
        measured.transferredBytes = (measured.transferredBytes ?? 0) + (uplinkBps / 8) * seconds;
      }
    }
  }
  return measured;
}
