import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { reportAttention } from '#web/lib/attention.ts';
import { forgetAnswers } from './answers.ts';

configure({ asyncUtilTimeout: 15_000, getElementError: notFound });
vi.setConfig({ testTimeout: 60_000 });

/**
 * React writes down for each element where it was made, an eighth of what these tests took; past a number it stops. Should
 * it name that number otherwise one day, they are as slow as before.
 */
const inReact = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals = (React as unknown as Record<string, object | undefined>)[inReact];
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });
}

/** Most of these errors are of elements that a test awaits, so the page is printed only for whoever reads the message. */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, notFound);
  const get = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { configurable: true, get });
}

/** jsdom draws nothing: a wide screen whose owner asked for nothing special. */
const media = new Map([['(min-width: 48rem)', true]]);
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: media.get(query) ?? query.startsWith('(min-width'),
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList;
// As browsers do it now; jsdom does not scroll at all.
window.scrollTo = (() => Promise.resolve()) as unknown as typeof window.scrollTo;

let said: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(async () => {
  // First: Apollo lets go of a question by a timer, and at a clock that stood still its client asked on behind all later tests.
  vi.useRealTimers();
  cleanup();
  // A screen without the count of open alerts leaves what was last said of it.
  reportAttention(0);
  forgetAnswers();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.className = '';
  const sentences: string[] = said.mock.calls.map((call: unknown[]) => call.map(String).join(' '));
  // React's note that an act() met a test that was waiting, on a busy machine: it says nothing of what is tested.
  const unexpected = sentences.filter((one) => !one.includes('not configured to support act('));
  said.mockRestore();
  expect(unexpected, 'console.error was called').toEqual([]);
});
