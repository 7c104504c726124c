import { useRef, type RefObject } from 'react';
import { useShortcuts } from '#web/lib/shortcuts.ts';

/** Marks the parts of a row that keys use. */
export const alertKeys = {
  row: { 'data-alert': '' },
  link: { 'data-alert-link': '' },
  acknowledge: { 'data-alert-acknowledge': '' },
} as const;

/** `j` and `k` move from alert to alert, as in Current Alerts, and `a` acknowledges the one with the focus. Enter follows its link. */
export function useAlertKeys(area: RefObject<HTMLElement | null>): void {
  // A row may disappear while it has the focus. Keys go on from its place.
  const last = useRef(0);
  const rows = () => [...(area.current?.querySelectorAll<HTMLElement>('[data-alert]') ?? [])];
  const move = (step: 1 | -1) => {
    const all = rows();
    const focused = all.findIndex((row) => row.contains(document.activeElement));
    const at = focused === -1 ? last.current : focused + step;
    const next = Math.min(Math.max(at, 0), all.length - 1);
    last.current = next;
    const link = all[next]?.querySelector<HTMLElement>('[data-alert-link]');
    link?.focus({ preventScroll: true });
    all[next]?.scrollIntoView?.({ block: 'nearest' });
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    a: () =>
      rows()
        .find((row) => row.contains(document.activeElement))
        ?.querySelector<HTMLElement>('[data-alert-acknowledge]')
        ?.click(),
  });
}
