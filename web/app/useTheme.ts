import { useSyncExternalStore } from 'react';

/** Where the choice lives, as documented; `public/theme.js` reads it before the first paint. */
const KEY = 'theme';

const isDark = () => document.documentElement.classList.contains('dark');

const subscribe = (listener: () => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
};

/**
 * Light or dark, and the way to the other; the style hangs on the class `dark` of the root element. The server knows
 * nobody's choice: what differs must be left to the style.
 */
export function useTheme(): { theme: 'light' | 'dark'; toggle: () => void } {
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  const toggle = () => {
    document.documentElement.classList.toggle('dark', !dark);
    localStorage.setItem(KEY, dark ? 'light' : 'dark');
  };
  return { theme: dark ? 'dark' : 'light', toggle };
}
