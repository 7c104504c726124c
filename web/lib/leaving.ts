import { useEffectEvent, useLayoutEffect, useState } from 'react';

type Run = () => void;
/** Asks the person; `run` is what they were about to do. */
type Asker = { ask: (run: Run) => void; discard: Run };

/** What would be lost, each with its question; the last one that came asks. */
const askers = new Set<Asker>();
/** Where in the history the screen stands, by the index that the router keeps there. */
let here: number | undefined;
/** What comes after the browser has taken a step through its history that was ours. */
let afterStep: Run | undefined;
let isPassing = false;

/** Does it at once, or asks first where something would be lost by it. For what leaves without a link. */
export function leaveThen(run: Run): void {
  const asker = [...askers].at(-1);
  if (!asker) return run();
  asker.ask(() => {
    for (const one of askers) one.discard();
    leaveUnasked(run);
  });
}

/** Does it without a question: of somebody who is signed out nothing can be kept. */
export function leaveUnasked(run: Run): void {
  askers.clear();
  run();
}

function addAsker(asker: Asker): Run {
  here = indexOf(window.history.state);
  askers.add(asker);
  watchLeaving();
  return () => void askers.delete(asker);
}

let isListening = false;

/**
 * Begins to watch links and the browser's way back. Call it before there is a router: on the window, Chromium calls
 * capturing listeners in the order in which they came, like all others.
 */
export function watchLeaving(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('click', onClick, { capture: true });
  window.addEventListener('popstate', onStep, { capture: true });
  window.addEventListener('beforeunload', (event) => askers.size > 0 && event.preventDefault());
}

/** A link is clicked once more when the person has agreed: whatever else it does, it does then. */
function onClick(event: MouseEvent): void {
  const link = askers.size > 0 && !isPassing && linkAway(event);
  if (!link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  leaveThen(() => {
    isPassing = true;
    link.click();
    isPassing = false;
  });
}

/**
 * The clicked link, if it leads to another screen of the app. Undefined if it stays, opens something else or loads a page. A
 * link with `data-discards` is offered in place of what was typed, so it leaves without asking.
 */
function linkAway(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const { origin, pathname, search } = window.location;
  if (!link || link.target || link.origin !== origin || 'discards' in link.dataset) return undefined;
  return link.pathname === pathname && link.search === search ? undefined : link;
}

/** The browser has gone back or on already: the step is undone before the router sees it, and taken again if agreed. */
function onStep(event: PopStateEvent): void {
  if (afterStep) {
    event.stopImmediatePropagation();
    const next = afterStep;
    afterStep = undefined;
    return next();
  }
  const there = indexOf(event.state);
  if (askers.size === 0 || here === undefined || there === undefined || there === here) return;
  const step = there - here;
  event.stopImmediatePropagation();
  afterStep = () => leaveThen(() => window.history.go(step));
  window.history.go(-step);
}

function indexOf(state: unknown): number | undefined {
  const index = state && typeof state === 'object' && 'idx' in state ? state.idx : undefined;
  return typeof index === 'number' ? index : undefined;
}

/**
 * Asks before something is lost that the person typed or was shown once: on links, on the browser's way back and on
 * what calls `leaveThen`. When the page itself goes, the browser asks.
 * @param discard gives up what is not kept, once the person has agreed to leave
 */
export function useAskBeforeLeaving(losing: boolean, discard?: Run) {
  const [going, setGoing] = useState<{ run: Run }>();
  const giveUp = useEffectEvent(() => discard?.());
  // With the paint and not after it: what is on screen is never left without the question.
  useLayoutEffect(() => {
    if (losing) return addAsker({ ask: (run) => setGoing({ run }), discard: () => giveUp() });
  }, [losing]);
  return {
    asking: going !== undefined,
    /** Asks before something of one's own, such as closing a dialog. */
    ask: (run: Run) => setGoing({ run }),
    stay: () => setGoing(undefined),
    go: () => {
      setGoing(undefined);
      going?.run();
    },
  };
}
