import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { slugOf } from './slug.ts';

/** How long to wait for the target, in milliseconds. */
const PATIENCE = 5000;
/** Input that cancels it. */
const signs = ['keydown', 'pointerdown', 'wheel'];

/**
 * Scrolls to the heading or ID in the address (`/settings#api-tokens`) as soon as it appears. Any input in the meantime
 * cancels it.
 */
export function useScrollToHash(): void {
  const { pathname, search, hash, key } = useLocation();
  useEffect(() => {
    const name = decoded(hash.slice(1));
    if (!name) return;
    const goThere = () => {
      const place = placeOf(name);
      if (!place) return;
      standAt(place);
      stop();
    };
    const watcher = new MutationObserver(goThere);
    const timers = [setTimeout(goThere), setTimeout(() => stop(), PATIENCE)];
    const stop = () => {
      timers.forEach(clearTimeout);
      watcher.disconnect();
      for (const sign of signs) document.removeEventListener(sign, stop, { capture: true });
    };
    watcher.observe(document.body, { childList: true, subtree: true });
    for (const sign of signs) document.addEventListener(sign, stop, { capture: true });
    return stop;
  }, [pathname, search, hash, key]);
}

function placeOf(name: string): HTMLElement | null | undefined {
  const main = document.getElementById('main');
  const headings = main?.querySelectorAll<HTMLElement>('h2, h3, legend') ?? [];
  const heading = [...headings].find(({ textContent }) => slugOf(textContent) === name);
  return heading ?? main?.querySelector<HTMLElement>(`#${CSS.escape(name)}`);
}

function standAt(place: HTMLElement): void {
  place.tabIndex = -1;
  // Clear of the header, which stays.
  place.style.scrollMarginTop = '5rem';
  place.scrollIntoView?.({ block: 'start' });
  place.focus({ preventScroll: true });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
