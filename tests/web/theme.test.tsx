import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ThemeToggle } from '#web/app/ThemeToggle.tsx';
import { render } from '#tests/support/render.tsx';

const firstScript = readFileSync('web/public/theme.js', 'utf8');
const isDark = () => document.documentElement.classList.contains('dark');

/** What theme.js does before the first paint. */
function load({ systemIsDark = false } = {}) {
  const system = Object.assign(new EventTarget(), { matches: systemIsDark });
  vi.spyOn(window, 'matchMedia').mockReturnValue(system as unknown as MediaQueryList);
  window.eval(firstScript);
  return {
    systemTurns: (dark: boolean) => {
      system.matches = dark;
      system.dispatchEvent(new Event('change'));
    },
  };
}

afterEach(() => void vi.restoreAllMocks());

describe('the theme', () => {
  test.each([
    [null, false, false],
    [null, true, true],
    ['light', true, false],
    ['dark', false, true],
  ])('with %s chosen and a dark system %s is dark: %s', (stored, systemIsDark, dark) => {
    if (stored) localStorage.setItem('theme', stored);
    load({ systemIsDark });
    expect(isDark()).toBe(dark);
  });

  test('follows the system while a page is open, until one is selected', async () => {
    const { systemTurns } = load();
    const { user } = render(<ThemeToggle />);
    systemTurns(true);
    expect(isDark()).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Switch to light theme' }));
    systemTurns(true);
    expect(isDark()).toBe(false);
  });

  test('can be switched, is remembered, and can be switched back', async () => {
    const { user } = render(<ThemeToggle />);
    await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(isDark()).toBe(true);
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(isDark()).toBe(false);
    expect(localStorage.getItem('theme')).toBe('light');
  });
});
