import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { Card } from '#web/ui/Card.tsx';
import { ChevronDown, ChevronRight } from '#web/ui/icons.tsx';
import { Swatch } from '#web/ui/Swatch.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint } from '#web/ui/text.tsx';
import { typeWords } from '../alert-words.ts';
import { AlertRow, BlankRow, type RowAct } from './AlertRow.tsx';
import { listStyles } from './list-styles.ts';
import type { Group, OpenAlertList, Snapshot } from './open-alerts.ts';
import { idsBetween, Layout, orders, type Slot } from './sections.ts';
import type { Selection } from './useSelection.ts';
import { useHold } from './useHold.ts';

/** What the keys of the list act on. */
export type GridHandle = {
  /** Moves to the next or previous row. */
  move: (step: 1 | -1) => void;
  /** The row that keys act on, with its element. Undefined before one was chosen. */
  active: () => { id: string; element: HTMLElement } | undefined;
};

type Props = {
  label: string;
  list: OpenAlertList;
  snapshot: Snapshot;
  selection: Selection;
  /** Opens an alert, acknowledges it or undoes that, or opens its menu at an element or a point. */
  onAct: (act: 'open' | 'toggle' | 'menu', id: string, at: HTMLElement | { x: number; y: number }) => void;
  handle: RefObject<GridHandle | null>;
};

/** Usual heights in pixels, until a row has been measured. */
const HEIGHTS = { phone: 64, wide: 58, header: 44 };

/** The smallest height of a row, for layouts that can't be measured. */
const LEAST = 40;

/** Rows beyond the visible ones that are loaded ahead. */
const AHEAD = 25;

/** The header of the app covers the top of the page, in pixels. */
const COVERED = 56;

/** The open alerts as a grid of which only the visible rows exist. Changes never move the row under the pointer or focus. */
export function OpenAlertGrid({ label, list, snapshot, selection, onAct, handle }: Props) {
  const { sections, groups } = snapshot;
  const isGrouped = list.view.by !== undefined;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set());
  const layout = useMemo(() => new Layout(sections, isGrouped, collapsed), [sections, isGrouped, collapsed]);
  const root = useRef<HTMLDivElement>(null);
  const isPhone = useScreenSize() === 'phone';
  const [active, setActive] = useState<string>();
  const activeIndex = active === undefined ? undefined : layout.indexOf(active);
  const margin = useTop(root);
  const hold = useHold(root, list);

  // The virtualizer goes through the whole list whenever these change.
  const getItemKey = useCallback((index: number) => layout.keyAt(index), [layout]);
  const estimateSize = useCallback(
    (index: number) => (layout.isHeader(index) ? HEIGHTS.header : isPhone ? HEIGHTS.phone : HEIGHTS.wide),
    [layout, isPhone],
  );

  // oxlint-disable-next-line react/incompatible-library -- its functions are only used while rendering this component
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: layout.count,
    getItemKey,
    estimateSize,
    measureElement: (element) => Math.max(LEAST, element.offsetHeight),
    overscan: 6,
    scrollMargin: margin,
    scrollPaddingStart: COVERED + 8,
    scrollPaddingEnd: 72,
    // The focused row stays, so that scrolling doesn't lose the focus.
    rangeExtractor: (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return activeIndex === undefined || indexes.includes(activeIndex)
        ? indexes
        : [...indexes, activeIndex].sort((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  const range = virtualizer.range;
  const { isScrolling } = virtualizer;

  useEffect(() => {
    if (!range) return;
    const ranges = layout.ranges(range.startIndex - AHEAD, range.endIndex + AHEAD);
    list.ensure(ranges, { isScrolling, atEnd: range.endIndex >= layout.count - AHEAD });
  }, [list, layout, range, range?.startIndex, range?.endIndex, isScrolling, snapshot]);

  useScrollAnchor(root, layout, (index) => virtualizer.measurementsCache[index]?.start);

  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = rowOf(root.current, wanted.current);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  const focusRow = (id: string, index: number) => {
    wanted.current = id;
    setActive(id);
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const move = (step: 1 | -1) => {
    const from = activeIndex ?? (range ? Math.max(0, range.startIndex) - 1 : -1);
    let index = from + step;
    while (index >= 0 && index < layout.count && layout.at(index).kind === 'header') index += step;
    if (index < 0 || index >= layout.count) return;
    const slot = layout.at(index);
    if (slot.kind === 'row') focusRow(slot.row.id, index);
    else virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const firstRow = items.map(({ index }) => layout.at(index)).find((slot) => slot.kind === 'row');
  const tabStop = activeIndex === undefined ? firstRow?.row.id : active;
  useImperativeHandle(handle, () => ({
    move,
    active: () => {
      const element = active === undefined ? null : rowOf(root.current, active);
      return active !== undefined && element ? { id: active, element } : undefined;
    },
  }));

  const lastPicked = useRef<string>(undefined);
  const act = useRef<RowAct>(() => undefined);
  useEffect(() => {
    act.current = (what, id, event) => {
      if (what !== 'pick') return onAct(what, id, event.currentTarget as HTMLElement);
      const from = lastPicked.current;
      if (event.shiftKey && from !== undefined) selection.pick(idsBetween(layout, from, id));
      else selection.toggle(id);
      lastPicked.current = id;
    };
  });
  // Stable, so that a row renders only when it changes itself.
  const onRowAct = useCallback<RowAct>((...given) => act.current(...given), []);

  const onContextMenu = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-id]');
    const isLink = (event.target as Element).closest('a') !== null;
    if (!row || isLink || window.getSelection()?.toString()) return;
    event.preventDefault();
    // The context menu key has no place of its own.
    const { left, bottom } = row.getBoundingClientRect();
    const isKey = event.clientX === 0 && event.clientY === 0;
    onAct(
      'menu',
      row.dataset['id']!,
      isKey ? { x: left + 24, y: bottom } : { x: event.clientX, y: event.clientY },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row =
      event.target instanceof HTMLElement && event.target.matches('[data-id]') ? event.target : undefined;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (row && event.key === 'Enter') {
      event.preventDefault();
      onAct('open', row.dataset['id']!, row);
    } else if (row && event.key === ' ') {
      event.preventDefault();
      selection.toggle(row.dataset['id']!);
    }
  };
  const toggleGroup = useCallback(
    (key: string) =>
      setCollapsed((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    [],
  );
  const showNew = () => {
    list.release();
    hold.renew();
    const top = root.current?.getBoundingClientRect().top ?? 0;
    if (top < COVERED) window.scrollBy({ top: top - COVERED - 8 });
  };

  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {snapshot.said}
      </VisuallyHidden>
      <NewAlerts held={snapshot.held} onShow={showNew} />
      <Card
        ref={root}
        role="grid"
        aria-label={label}
        aria-rowcount={layout.count + 1}
        aria-multiselectable
        overflow="clip"
        css={listStyles}
        // While rows are being chosen, phones show the boxes in place of the severities.
        data-picking={(isPhone && selection.count > 0) || undefined}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const id = (event.target as Element).closest<HTMLElement>('[data-id]')?.dataset['id'];
          if (id !== undefined) setActive(id);
        }}
        {...hold.handlers}
      >
        <Head selection={selection} />
        <chakra.div role="rowgroup" position="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start }) => (
            <div
              key={key}
              role="presentation"
              data-index={index}
              ref={virtualizer.measureElement}
              style={{
                position: 'absolute',
                top: 0,
                insetInline: 0,
                transform: `translateY(${start - margin}px)`,
              }}
            >
              <SlotRow
                slot={layout.at(index)}
                index={index}
                groups={groups}
                collapsed={collapsed}
                onToggleGroup={toggleGroup}
                tabStop={tabStop}
                selection={selection}
                onAct={onRowAct}
              />
            </div>
          ))}
        </chakra.div>
      </Card>
    </>
  );
}

const rowOf = (root: HTMLElement | null, id: string) => root?.querySelector<HTMLElement>(`[data-id="${id}"]`);

type SlotRowProps = {
  slot: Slot;
  index: number;
  groups: Snapshot['groups'];
  collapsed: ReadonlySet<string>;
  onToggleGroup: (key: string) => void;
  tabStop: string | undefined;
  selection: Selection;
  onAct: RowAct;
};

function SlotRow({ slot, index, groups, collapsed, onToggleGroup, tabStop, selection, onAct }: SlotRowProps) {
  if (slot.kind === 'blank') return <BlankRow />;
  if (slot.kind === 'row')
    return (
      <AlertRow
        row={slot.row}
        rowIndex={index + 2}
        isActive={slot.row.id === tabStop}
        isPicked={selection.isPicked(slot.row.id)}
        onAct={onAct}
      />
    );
  const { key } = slot.section;
  const group = groups.get(key);
  if (!group) return null;
  return (
    <GroupRow
      group={group}
      rowIndex={index + 2}
      isOpen={!collapsed.has(key)}
      onToggle={() => onToggleGroup(key)}
    />
  );
}

type GroupRowProps = { group: Group; rowIndex: number; isOpen: boolean; onToggle: () => void };

/** The header of a group: what its alerts have in common, how bad they are, and how many no one has yet. */
function GroupRow({ group, rowIndex, isOpen, onToggle }: GroupRowProps) {
  const { count, newCount, severity, customerColor } = group;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const { name, more } = groupWords(group);
  return (
    <div role="row" data-part="group" aria-rowindex={rowIndex}>
      <div role="gridcell" aria-colspan={7} style={{ display: 'contents' }}>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={16} strokeWidth={1.75} aria-hidden />
          <chakra.span color={`state.${severity}`}>
            <StateIcon state={severity} size={10} />
          </chakra.span>
          {customerColor && <Swatch color={customerColor} />}
          <chakra.span truncate>{name}</chakra.span>
        </button>
        {more && (
          <Hint as="span" truncate>
            {more}
          </Hint>
        )}
        <Hint as="span" ms="auto" whiteSpace="nowrap">
          {count === 1 ? '1 alert' : `${formatNumber(count)} alerts`}
          {newCount > 0 && newCount < count && `, ${formatNumber(newCount)} new`}
          {newCount === 0 && ', none new'}
        </Hint>
      </div>
    </div>
  );
}

/** "Bäckerei Nord", "Head Office" of a customer, "Device offline" at a site. */
function groupWords({ type, siteName, customerName }: Group): { name: string; more?: string } {
  if (type) return { name: typeWords[type], more: [siteName, customerName].filter(Boolean).join(' · ') };
  if (siteName) return { name: siteName, more: customerName ?? undefined };
  return { name: customerName ?? 'No customer' };
}

function Head({ selection }: { selection: Selection }) {
  const { isAll, count } = selection;
  return (
    <chakra.div
      role="row"
      aria-rowindex={1}
      display={{ base: 'none', md: 'grid' }}
      gridTemplateColumns={{
        md: 'auto 6.25rem minmax(0, 1fr) 8.5rem 9.5rem',
        xl: 'auto 6.25rem minmax(0, 1fr) 11rem 7.5rem 10.5rem 9.5rem',
      }}
      columnGap={4}
      alignItems="center"
      h={9}
      ps={4}
      pe={2}
      textStyle="xs"
      fontWeight="medium"
      color="fg.muted"
      css={{ '& > [data-wide]': { display: { base: 'none', xl: 'block' } } }}
    >
      <div role="columnheader" data-part="pick" style={{ gridArea: 'auto' }}>
        <label>
          <input
            type="checkbox"
            checked={isAll && count > 0}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !isAll;
            }}
            aria-label="Select all matching alerts"
            onChange={() => (count > 0 ? selection.clear() : selection.pickAll())}
          />
        </label>
      </div>
      <span role="columnheader">Severity</span>
      <span role="columnheader">Alert</span>
      <span role="columnheader" data-wide>
        Customer and site
      </span>
      <chakra.span role="columnheader" textAlign="end">
        Since
      </chakra.span>
      <span role="columnheader" data-wide>
        Handled by
      </span>
      <span role="columnheader">
        <VisuallyHidden>Actions</VisuallyHidden>
      </span>
    </chakra.div>
  );
}

/** How many new alerts wait above, while the list holds still. */
function NewAlerts({ held, onShow }: { held: Snapshot['held']; onShow: () => void }) {
  const [worst] = held.toSorted((one, other) => orders.worst(one, other));
  if (!worst) return null;
  return (
    <chakra.div
      position="sticky"
      top={`${COVERED + 8}px`}
      zIndex={1}
      h={0}
      display="grid"
      justifyItems="center"
    >
      <Button size="sm" borderRadius="full" boxShadow="floating" mt={1} onClick={onShow}>
        <StateIcon state={worst.severity} size={10} />
        {held.length === 1 ? '1 new alert' : `${formatNumber(held.length)} new alerts`}
      </Button>
    </chakra.div>
  );
}

/** Distance from the top of the page to an element, in pixels. It changes with what is above. */
function useTop(element: RefObject<HTMLElement | null>): number {
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
function useScrollAnchor(
  root: RefObject<HTMLElement | null>,
  layout: Layout,
  startOf: (index: number) => number | undefined,
): void {
  const anchor = useRef<{ id: string; top: number }>(undefined);
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
    record();
  });
  useEffect(() => {
    const listen = () => record();
    window.addEventListener('scroll', listen, { passive: true });
    return () => window.removeEventListener('scroll', listen);
  }, []);
}
