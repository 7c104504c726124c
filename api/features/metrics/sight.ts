import type { Reading } from '../controllers/reading.ts';
import { problemText, type Problem } from '../controllers/unifi-errors.ts';

/** Whether a controller, or one console behind it, could be seen in a round. */
export interface Sight {
  /** Empty for the controller itself. */
  hostId: string;
  seen: boolean;
  /** What is wrong, in words for the owner; null where nothing is. */
  problem: string | null;
}

const itself = '';

/** A console whose devices take turns works: which of them had none changes with every round. */
const wrong = (problem: Problem | undefined): string | null =>
  problem === undefined || problem.code === 'call_budget' ? null : problemText(problem);

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
