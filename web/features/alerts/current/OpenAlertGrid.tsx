import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { Card } from '#web/ui/Card.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { useHold } from '#web/ui/useHold.ts';
import type { Selection } from '#web/ui/useSelection.ts';
import { AlertRow, BlankRow, type RowAct } from './AlertRow.tsx';
import { GroupRow, ListHead } from './ListHeads.tsx';
import { listStyles } from './list-styles.ts';
import type { Group } from './open-alerts.gql.ts';
import type { OpenAlertList, Snapshot } from './open-alerts.ts';
import { idsBetween, Layout, orders, type Slot } from './sections.ts';
import type { Collapsed } from './useCollapsed.ts';
import { COVERED, useScrollAnchor, useTop } from './useScrollAnchor.ts';

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
  collapsed: Collapsed;
  /** Opens an alert, acknowledges it or undoes that, or opens its menu at an element or a point. */
  onAct: (act: 'open' | 'toggle' | 'menu', id: string, at: HTMLElement | { x: number; y: number }) => void;
  /** Selects all alerts of a group, loaded or not. */
  onSelectGroup: (group: Group) => void;
  /** Opens the menu of a group. */
  onGroupMenu: (group: Group, at: HTMLElement) => void;
  handle: RefObject<GridHandle | null>;
};

/** Usual heights in pixels, until a row has been measured. */
const HEIGHTS = { phone: 64, wide: 58, header: 44 };

/** The smallest height of a row, for layouts that can't be measured. */
const LEAST = 40;

/** Rows beyond the visible ones that are loaded ahead. */
const AHEAD = 25;

/** The open alerts as a grid of which only the visible rows exist. Changes never move the row under the pointer or focus. */
export function OpenAlertGrid({ label, list, snapshot, selection, collapsed, onAct, handle, ...on }: Props) {
  const { sections, groups } = snapshot;
  const isGrouped = list.view.by !== undefined;
  const layout = useMemo(() => new Layout(sections, isGrouped, collapsed), [sections, isGrouped, collapsed]);
  const root = useRef<HTMLDivElement>(null);
  const isPhone = useScreenSize() === 'phone';
  /** Phones then show the boxes in place of the severities, and a tap selects, because boxes are small for thumbs. */
  const isSelecting = isPhone && selection.count > 0;
  const [active, setActive] = useState<string>();
  const activeIndex = active === undefined ? undefined : layout.indexOf(active);
  const margin = useTop(root);
  const hold = useHold(
    root,
    useCallback((isHeld) => (isHeld ? list.hold() : list.release()), [list]),
  );

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
  /** The slot to focus once its row is loaded. */
  const awaited = useRef<number>(undefined);
  const move = (step: number) => {
    const from = activeIndex ?? (range ? Math.max(0, range.startIndex) - 1 : -1);
    const target = Math.min(Math.max(0, from + step), layout.count - 1);
    const index = layout.rowNear(target, Math.sign(step)) ?? layout.rowNear(target, -Math.sign(step));
    if (index === undefined) return;
    const slot = layout.at(index);
    if (slot.kind === 'row') return focusRow(slot.row.id, index);
    awaited.current = index;
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  useEffect(() => {
    const index = awaited.current;
    const slot = index !== undefined && index < layout.count ? layout.at(index) : undefined;
    if (slot?.kind !== 'row') return;
    awaited.current = undefined;
    focusRow(slot.row.id, index!);
  });
  const firstRow = items.map(({ index }) => layout.at(index)).find((slot) => slot.kind === 'row');
  const tabStop = activeIndex === undefined ? firstRow?.row.id : active;
  useImperativeHandle(handle, () => ({
    move,
    active: () => {
      const element = active === undefined ? null : rowOf(root.current, active);
      return active !== undefined && element ? { id: active, element } : undefined;
    },
  }));

  const act = useRef<RowAct>(() => undefined);
  useEffect(() => {
    act.current = (what, id, event) => {
      if (what === 'open' && isSelecting) selection.toggle(id);
      else if (what !== 'pick') onAct(what, id, event.currentTarget as HTMLElement);
      else selection.click(id, event.shiftKey, (one, other) => idsBetween(layout, one, other));
    };
  });
  // Stable, so that a row renders only when it changes itself.
  const onRowAct = useCallback<RowAct>((...given) => act.current(...given), []);

  const onContextMenu = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-id]');
    if (!row || window.getSelection()?.toString()) return;
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
  /** Anywhere on a row opens its alert, or selects it. */
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('[data-part=row]');
    if (!row || target.closest('a, button, label') || window.getSelection()?.toString()) return;
    if (isSelecting) selection.toggle(row.dataset['id']!);
    else onAct('open', row.dataset['id']!, row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row =
      event.target instanceof HTMLElement && event.target.matches('[data-id]') ? event.target : undefined;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const seen = range ? range.endIndex - range.startIndex : 1;
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: seen,
      PageUp: -seen,
      End: layout.count,
      Home: -layout.count,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    } else if (row && event.key === 'Enter') {
      event.preventDefault();
      onAct('open', row.dataset['id']!, row);
    } else if (row && event.key === ' ') {
      event.preventDefault();
      selection.toggle(row.dataset['id']!);
    }
  };
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
        data-picking={isSelecting || undefined}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const id = (event.target as Element).closest<HTMLElement>('[data-id]')?.dataset['id'];
          if (id !== undefined) setActive(id);
        }}
        {...hold.handlers}
      >
        <ListHead selection={selection} />
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
                onSelectGroup={on.onSelectGroup}
                onGroupMenu={on.onGroupMenu}
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
  collapsed: Collapsed;
  onSelectGroup: (group: Group) => void;
  onGroupMenu: (group: Group, at: HTMLElement) => void;
  tabStop: string | undefined;
  selection: Selection;
  onAct: RowAct;
};

function SlotRow(props: SlotRowProps) {
  const { slot, index, groups, collapsed, tabStop, selection, onAct, ...on } = props;
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
      onToggle={() => collapsed.toggle(key)}
      onSelect={() => on.onSelectGroup(group)}
      onMenu={(at) => on.onGroupMenu(group, at)}
    />
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
