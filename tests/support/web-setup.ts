import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setAttentionCount } from '#web/lib/attention-count.ts';
import { forgetAnswers } from './answers.ts';

// The first screen of a file waits for its lazy parts to be compiled; a busy machine takes its time.
configure({ asyncUtilTimeout: 15_000, getElementError: notFound });
vi.setConfig({ testTimeout: 60_000 });

/** Most of these errors are of elements that a test awaits, so the page is printed only for anyone who reads the message. */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, notFound);
  const get = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { configurable: true, get });
}

/** jsdom has no layout, so this is a wide screen without user preferences. */
const media = new Map([['(min-width: 48rem)', true]]);
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: media.get(query) ?? query.startsWith('(min-width'),
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList;
// Sizes never change either.
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// As browsers do it now; jsdom does not scroll at all.
window.scrollTo = (() => Promise.resolve()) as unknown as typeof window.scrollTo;

// jsdom starts its frames on whatever clock is set, to move the focus of a removed element too. Started on a fake one,
// they would stop with it for all later files of the worker, so they never pause.
const { requestAnimationFrame: nextFrame } = window;
const keepFramesRunning = () => void nextFrame(keepFramesRunning);
keepFramesRunning();

let said: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(async () => {
  // First: Apollo lets go of a question by a timer, and at a clock that stood still its client asked on behind all later tests.
  vi.useRealTimers();
  cleanup();
  // A screen without the count of open alerts keeps the last known count.
  setAttentionCount(0);
  forgetAnswers();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.className = '';
  const unexpected: string[] = said.mock.calls.map((call: unknown[]) => call.map(String).join(' '));
  said.mockRestore();
  expect(unexpected, 'console.error was called').toEqual([]);
});
