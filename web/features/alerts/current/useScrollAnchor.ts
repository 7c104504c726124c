import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Layout } from './sections.ts';

/** The header of the app covers the top of the page, in pixels. */
export const COVERED = 56;

/** Distance from the top of the page to an element, in pixels. It changes with what is above. */
export function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      const head = element.current?.firstElementChild?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY + (head?.height ?? 0)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

/**
 * Keeps the rows that are on the screen where they are when others come or go above them: the focused row, or else the
 * first visible one. At the top of the list there is nothing above, so new rows appear there.
 */
export function useScrollAnchor(
  root: RefObject<HTMLElement | null>,
  layout: Layout,
  startOf: (index: number) => number | undefined,
): void {
  const anchor = useRef<{ id: string; top: number }>(undefined);
  /** Whether the page is at its top, where no row has to be kept in place. */
  const isAtTop = useRef(true);
  const record = useEffectEvent(() => {
    anchor.current = undefined;
    const list = root.current?.getBoundingClientRect();
    if (!list || list.top >= COVERED) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-id]');
    const rows = [...root.current!.querySelectorAll<HTMLElement>('[data-id]')];
    const visible = rows.filter((row) => row.getBoundingClientRect().bottom > COVERED);
    const row = focused && visible.includes(focused) ? focused : visible[0];
    const index = row && layout.indexOf(row.dataset['id']!);
    const start = index === undefined ? undefined : startOf(index);
    if (row && start !== undefined) anchor.current = { id: row.dataset['id']!, top: start - window.scrollY };
  });
  const restore = useEffectEvent(() => {
    const before = anchor.current;
    const index = before && layout.indexOf(before.id);
    const start = index === undefined ? undefined : startOf(index);
    if (!before || start === undefined) return;
    const moved = start - window.scrollY - before.top;
    if (Math.abs(moved) > 1) window.scrollBy(0, moved);
  });
  // Only when the rows have changed: sizes that are measured later are corrected by the virtualizer.
  useLayoutEffect(() => restore(), [layout]);
  useEffect(() => {
    // Reading the rows' positions forces a layout, and at the top of the page they aren't needed.
    if (!isAtTop.current) record();
  });
  useEffect(() => {
    const listen = () => {
      isAtTop.current = window.scrollY <= 0;
      record();
    };
    listen();
    window.addEventListener('scroll', listen, { passive: true });
    return () => window.removeEventListener('scroll', listen);
  }, []);
}
