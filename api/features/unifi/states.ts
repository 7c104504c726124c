import type { ConsoleReading, DeviceReading, DeviceState, StateReason } from './console-reading.ts';
import type { Problem } from './errors.ts';
import { text, word } from './shapes.ts';

/** The state of a device as UniFi reports it. */
export type ReportedState = Pick<DeviceReading, 'state' | 'stateReason' | 'reportedState'>;

/** Every word for a device's state that we know, from both APIs, without case and separators. */
const deviceWords: Record<string, { state: DeviceState; stateReason?: StateReason }> = {
  online: { state: 'online' },
  offline: { state: 'offline' },
  disconnected: { state: 'offline' },
  connectioninterrupted: { state: 'offline', stateReason: 'interrupted' },
  isolated: { state: 'impaired', stateReason: 'isolated' },
  u5gincorrecttopology: { state: 'impaired', stateReason: 'incorrect_topology' },
  updating: { state: 'busy', stateReason: 'updating' },
  gettingready: { state: 'busy', stateReason: 'getting_ready' },
  adopting: { state: 'busy', stateReason: 'adopting' },
  pendingadoption: { state: 'busy', stateReason: 'adopting' },
  // What is being removed on purpose is not broken.
  deleting: { state: 'busy', stateReason: 'deleting' },
};

/** A word that we don't recognize is `unknown`: never online, and never down. */
export function deviceStateOf(value: unknown): ReportedState {
  const reportedState = text(value);
  if (reportedState === undefined) return { state: 'unknown', stateReason: 'unreported' };
  const key = word(reportedState) ?? '';
  const known = Object.hasOwn(deviceWords, key) ? deviceWords[key] : undefined;
  return { ...(known ?? { state: 'unknown', stateReason: 'unrecognized' }), reportedState };
}

/** Every word for the connection of a console to the cloud that we know. */
const linkWords: Record<string, ConsoleReading['link']> = {
  connected: 'connected',
  disconnected: 'disconnected',
  offline: 'disconnected',
};

/** The connection of a console; any other word, or none, is `unknown`. */
export function linkOf(value: unknown): Pick<ConsoleReading, 'link' | 'reportedState'> {
  const reported = text(value);
  const key = word(reported) ?? '';
  const link = (Object.hasOwn(linkWords, key) && linkWords[key]) || 'unknown';
  return reported === undefined || key === link ? { link } : { link, reportedState: reported };
}

/** Why a console can't be seen, judging by its connection alone; undefined where it is connected. */
export function linkProblem({
  link,
  reportedState,
}: Pick<ConsoleReading, 'link' | 'reportedState'>): Problem | undefined {
  if (link === 'connected') return undefined;
  if (link === 'disconnected') return { code: 'console_disconnected' };
  return reportedState === undefined
    ? { code: 'link_unreported' }
    : { code: 'link_unrecognized', reported: reportedState };
}
