import { useSyncExternalStore } from 'react';

/** Where the choice lives, as documented; `public/theme.js` reads it before the first paint. */
const KEY = 'theme';
const root = document.documentElement;

const subscribe = (listener: () => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ['class'] });
  return () => observer.disconnect();
};

/** Light or dark, and the way to the other; the style hangs on the class `dark` of the root element. */
export function useTheme(): { theme: 'light' | 'dark'; toggle: () => void } {
  const dark = useSyncExternalStore(subscribe, () => root.classList.contains('dark'));
  const toggle = () => {
    root.classList.toggle('dark', !dark);
    localStorage.setItem(KEY, dark ? 'light' : 'dark');
  };
  return { theme: dark ? 'dark' : 'light', toggle };
}
