import type { Reading } from '../controllers/reading.ts';
import { MORE_TO_READ } from '../controllers/unifi-budget.ts';

/** Whether a controller, or one console behind it, could be seen in a round. */
export interface Sight {
  /** Empty for the controller itself. */
  hostId: string;
  seen: boolean;
  /** What is wrong, in words for the owner; null where nothing is. */
  problem: string | null;
}

const itself = '';

/** Devices that take turns change that from round to round: nothing is wrong with the console, and it is seen. */
const wrong = (problem = MORE_TO_READ): string | null => (problem === MORE_TO_READ ? null : problem);

/** A reading that failed tells of the controller alone: of its consoles nothing is known then. */
export function sightOfFailure(problem: string): Sight[] {
  return [{ hostId: itself, seen: false, problem }];
}

export function sightsOf(reading: Reading, watched: (hostId: string) => boolean): Sight[] {
  const consoles = reading.consoles.filter(({ hostId }) => watched(hostId));
  return [
    { hostId: itself, seen: true, problem: null },
    ...consoles.map(({ hostId, link, problem }) =>
      link === 'disconnected'
        ? { hostId, seen: false, problem: 'UniFi says that the console is disconnected.' }
        : { hostId, seen: true, problem: wrong(problem) },
    ),
  ];
}
