import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How long a screen may take to be tall enough again, in milliseconds. */
const PATIENCE = 5_000;
/** Input that ends the wait. */
const signs = ['keydown', 'pointerdown', 'wheel', 'touchmove'];

/** Where each entry of the history was left, by its key. */
const left = new Map<string, number>();

/** Parameters that make another page of the same path, such as the report of another customer. */
const subjects = ['customer', 'tag', 'month'];

/** A page begins at its top. Back and forward return to where it was left, once there is enough of it again. */
export function useScrollPosition(): void {
  const { key, pathname, search } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const page = pageOf(pathname, search);
  useEffect(() => {
    const note = () => void left.set(key, window.scrollY);
    // Not before the next frame: until then, the browser may still move the page because the one before was taller.
    const frame = requestAnimationFrame(() => {
      note();
      window.addEventListener('scroll', note, { passive: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', note);
    };
  }, [key]);
  const begin = useEffectEvent(() => {
    const target = isBack ? (left.get(key) ?? 0) : 0;
    if (target > 0) return scrollOnceTall(target);
    window.scrollTo(0, 0);
    return undefined;
  });
  useEffect(() => begin(), [page]);
}

/** Filters of a list stay on their page. A report's address names whose it is and of which month. */
function pageOf(pathname: string, search: string): string {
  if (pathname !== '/reports') return pathname;
  const params = new URLSearchParams(search);
  return [pathname, ...subjects.map((name) => params.get(name) ?? '')].join(' ');
}

/** @returns what ends the wait */
function scrollOnceTall(target: number): () => void {
  const watcher = new ResizeObserver(() => {
    window.scrollTo(0, target);
    if (Math.abs(window.scrollY - target) < 1) stop();
  });
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    clearTimeout(timer);
    watcher.disconnect();
    for (const sign of signs) removeEventListener(sign, stop);
  };
  for (const sign of signs) addEventListener(sign, stop, { passive: true });
  watcher.observe(document.documentElement);
  return stop;
}
