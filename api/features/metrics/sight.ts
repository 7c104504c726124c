import { isBlind, type Reading, linkProblem } from '../unifi/reading.ts';
import { problemText, type Problem } from '../unifi/errors.ts';

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
    ...consoles.map((console) => {
      const { hostId, link, problem } = console;
      const isSeen = link === 'connected' || (link === 'unknown' && !isBlind(console));
      return { hostId, seen: isSeen, problem: wrong(isSeen ? problem : linkProblem(console)) };
    }),
  ];
}
