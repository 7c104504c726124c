import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { forgetAnswers } from './answers.ts';

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
window.scrollTo = () => {};

let said: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(async () => {
  cleanup();
  forgetAnswers();
  localStorage.clear();
  document.documentElement.className = '';
  vi.useRealTimers();
  const unexpected = said.mock.calls.map((call: unknown[]) => call.map(String).join(' '));
  said.mockRestore();
  expect(unexpected, 'console.error was called').toEqual([]);
});
