import type { DeviceState, DeviceStateReason, SiteState } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateIcon.tsx';

/** The label and look of each state of a device, worst first. Never critical, because alerts say how bad it is. */
export const deviceStates: Record<DeviceState, { state: State; word: string }> = {
  offline: { state: 'error', word: 'Offline' },
  impaired: { state: 'warning', word: 'Impaired' },
  unknown: { state: 'unknown', word: 'Unknown' },
  busy: { state: 'info', word: 'Busy' },
  online: { state: 'ok', word: 'Online' },
};

const reasons: Record<DeviceStateReason, string> = {
  interrupted: 'Connection interrupted',
  isolated: 'Isolated: it has lost its uplink',
  incorrect_topology: 'In an incorrect topology',
  update_overdue: 'Updating for more than 15 minutes',
  updating: 'Updating',
  adopting: 'Being adopted',
  getting_ready: 'Getting ready',
  deleting: 'Being removed from UniFi',
  unlisted: 'No longer listed by UniFi',
  unrecognized: 'State not recognized',
  unreported: "UniFi doesn't report a state",
  console_offline: 'Its console is offline',
  network_stopped: "The Network application isn't running",
  console_gone: 'Its console is no longer in the UniFi account',
  console_unknown: "Its console's state is unknown",
  unread: "Couldn't be read",
};

/** The reason for a device's state, if it says more than the state itself. */
export function stateReasonText({
  stateReason,
  reportedState,
}: {
  stateReason?: DeviceStateReason | null;
  reportedState?: string | null;
}): string | undefined {
  if (stateReason === 'unrecognized' && reportedState) return `UniFi reports “${reportedState}”`;
  return stateReason ? reasons[stateReason] : undefined;
}

/** The label and look of each state of a site. */
export const siteStates: Record<SiteState, { state: State; word: string }> = {
  offline: { state: 'critical', word: 'Offline' },
  unknown: { state: 'unknown', word: 'Unknown' },
  online: { state: 'ok', word: 'Online' },
};
