import type { DeviceState } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateShape.tsx';

/** How a device's state looks, what is down first. */
export const deviceStates: Record<DeviceState, { state: State; word: string }> = {
  offline: { state: 'critical', word: 'Offline' },
  unknown: { state: 'unknown', word: 'Unknown' },
  busy: { state: 'info', word: 'Busy' },
  online: { state: 'ok', word: 'Online' },
};
