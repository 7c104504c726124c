import { useEffect, useEffectEvent, useLayoutEffect, useState, type MouseEvent } from 'react';
import { useBeforeUnload, useBlocker, type BlockerFunction } from 'react-router';

/** The two buttons of the confirmation before input is discarded. */
type Answers = { go: () => void; stay?: () => void };
/** Something on screen that leaving would lose. */
type Unsaved = { ask: (answers: Answers) => void; discard: () => void };

/** All that leaving would lose now. The latest one asks. */
const unsaved = new Set<Unsaved>();

function ask({ go, stay }: Answers): void {
  const asker = [...unsaved].at(-1);
  if (!asker) return go();
  asker.ask({
    go: () => {
      for (const one of unsaved) one.discard();
      leaveWithoutAsking(go);
    },
    stay,
  });
}

/**
 * Runs it at once, or asks first if it would lose something. For what the router doesn't block: signing out, or showing
 * something else at the same address.
 */
export const confirmLeaving = (run: () => void): void => ask({ go: run });

/** Runs it without a question, as when the person is signed out and nothing can be kept. */
export function leaveWithoutAsking(run: () => void): void {
  unsaved.clear();
  run();
}

/** Asks before a link loads another page of ours, which the router can't block. The links of the public site do. */
export function confirmPageLoad(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const { origin, pathname, search } = window.location;
  if (unsaved.size === 0 || event.defaultPrevented || !link || link.target || link.origin !== origin) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.pathname === pathname && link.search === search) return;
  event.preventDefault();
  confirmLeaving(() => link.click());
}

/** Link state for leaving without asking, for a link that replaces the unsaved input. */
export const discardingState = { discards: true };

const isDiscarding = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'discards' in state;

/** A change of the query in place, such as a filter, keeps the screen and what is typed on it. */
const isLeaving: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  unsaved.size > 0 &&
  !(historyAction !== 'POP' && isDiscarding(nextLocation.state)) &&
  (currentLocation.pathname !== nextLocation.pathname ||
    (historyAction !== 'REPLACE' && currentLocation.search !== nextLocation.search));

/** Blocks navigating away and closing the page while something is unsaved. The root route uses it, once for all forms. */
export function useUnsavedChangesBlocker(): void {
  const blocker = useBlocker(isLeaving);
  useEffect(() => {
    if (blocker.state === 'blocked') ask({ go: blocker.proceed, stay: blocker.reset });
  }, [blocker]);
  useBeforeUnload((event) => unsaved.size > 0 && event.preventDefault());
}

/**
 * Asks before something is lost that the person typed or was shown once: on links, on Back and on what calls `confirmLeaving`.
 * When the page itself goes, the browser asks.
 * @param discard gives up what isn't saved, once the person has agreed to leave
 */
export function useLeavePrompt(losing: boolean, discard?: () => void) {
  const [answers, setAnswers] = useState<Answers>();
  const giveUp = useEffectEvent(() => discard?.());
  // With the paint and not after it, so that what is on screen is never left without the question.
  useLayoutEffect(() => {
    if (!losing) return;
    const one: Unsaved = { ask: setAnswers, discard: () => giveUp() };
    unsaved.add(one);
    return () => void unsaved.delete(one);
  }, [losing]);
  const answer = (how: keyof Answers) => () => {
    setAnswers(undefined);
    answers?.[how]?.();
  };
  return {
    asking: answers !== undefined,
    /** Asks before something of one's own, such as closing a dialog. */
    ask: (run: () => void) => setAnswers({ go: run }),
    stay: answer('stay'),
    go: answer('go'),
  };
}
