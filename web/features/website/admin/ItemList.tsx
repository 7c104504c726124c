import { Button, chakra } from '@chakra-ui/react';
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { GripVertical } from '#web/ui/icons.tsx';
import { type ReactNode, useId, useRef, useState } from 'react';
import { readServerError } from '#web/lib/server-errors.ts';
import { ActiveSwitch } from '#web/ui/ActiveSwitch.tsx';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint } from '#web/ui/text.tsx';

type Item = { id: string; url: string; isVisible: boolean };

type Props<T extends Item> = {
  label: string;
  /** The noun for a link, capitalized, e.g. "Menu item". */
  noun: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  /** Shown below the name. */
  factsOf: (item: T) => ReactNode;
  reorder: (ids: string[]) => Promise<unknown>;
  show: (item: T, isVisible: boolean) => Promise<unknown>;
  reload: () => Promise<unknown>;
  onEdit: (item: T) => void;
  onDelete: (item: T) => void;
};

/**
 * An ordered list of links. They are moved by dragging, with keys or with the row's menu, and the order is saved
 * immediately.
 */
export function ItemList<T extends Item>(props: Props<T>) {
  const { label, noun, items, nameOf, factsOf, reorder, show, reload, onEdit, onDelete } = props;
  const { shown, bring } = useOrder({ items, noun, save: reorder, reload });
  const [said, say] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = shown.map(({ id }) => id);
  const named = (id: unknown) => {
    const item = shown.find((one) => one.id === id);
    return item ? nameOf(item) : '';
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) void bring(putAt(ids, String(active.id), String(over.id)));
  };
  const move = async (item: T, by: number) => {
    const next = moveBy(ids, item.id, by);
    say(`${nameOf(item)} is now number ${next.indexOf(item.id) + 1} of ${next.length}.`);
    await bring(next);
    // The row lost the focus when it moved in the document.
    list.current?.querySelector<HTMLElement>(`[data-id="${item.id}"] [popovertarget]`)?.focus();
  };
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          announcements: announcements(named, ids),
          screenReaderInstructions: { draggable: howTo },
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <chakra.ul
            ref={list}
            aria-label={label}
            listStyleType="none"
            borderWidth="1px"
            borderRadius="surface"
            bg="bg.panel"
          >
            {shown.map((item, place) => (
              <ItemRow
                key={item.id}
                id={item.id}
                name={nameOf(item)}
                noun={noun}
                facts={factsOf(item)}
                isVisible={item.isVisible}
                isFirst={place === 0}
                isLast={place === shown.length - 1}
                onShow={async (isVisible) => {
                  await show(item, isVisible);
                  // It's saved, even if the list can't be refetched.
                  await reload().catch(() => undefined);
                }}
                onMove={(by) => void move(item, by)}
                onEdit={() => onEdit(item)}
                onDelete={() => onDelete(item)}
              />
            ))}
          </chakra.ul>
        </SortableContext>
      </DndContext>
      <chakra.p role="status" srOnly>
        {said}
      </chakra.p>
    </>
  );
}

type ItemRowProps = {
  id: string;
  name: string;
  noun: string;
  facts: ReactNode;
  isVisible: boolean;
  isFirst: boolean;
  isLast: boolean;
  onShow: (isVisible: boolean) => Promise<unknown>;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onDelete: () => void;
};

const visibility = ['Visible', 'Hidden'] as const;

/** A link with its handle, details, visibility switch and menu. */
function ItemRow(props: ItemRowProps) {
  const { id, name, noun, facts, isVisible, isFirst, isLast, onShow, onMove, onEdit, onDelete } = props;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } =
    useSortable({ id });
  const nameId = useId();
  const [wanted, setWanted] = useState<boolean>();
  const show = async (next: boolean) => {
    setWanted(next);
    try {
      await onShow(next);
      toast({ title: 'Success', description: `${noun} updated successfully`, type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Update failed', fallback: `Failed to update ${name}` });
    } finally {
      setWanted(undefined);
    }
  };
  return (
    <chakra.li
      ref={setNodeRef}
      data-id={id}
      display="flex"
      flexWrap={{ base: 'wrap', sm: 'nowrap' }}
      alignItems="center"
      columnGap={2}
      pe={{ base: 2, sm: 3 }}
      py={1.5}
      bg="bg.panel"
      position="relative"
      css={{
        '& + &': { borderTopWidth: '1px' },
        '&:first-of-type': { borderTopRadius: 'surface' },
        '&:last-of-type': { borderBottomRadius: 'surface' },
      }}
      {...(isDragging && { zIndex: 1, boxShadow: 'floating' })}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <chakra.button
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        type="button"
        aria-label={`Move ${name}`}
        display="grid"
        placeItems="center"
        w={9}
        h={11}
        flexShrink={0}
        color="fg.subtle"
        borderRadius="control"
        cursor={isDragging ? 'grabbing' : 'grab'}
        touchAction="none"
        _hover={{ color: 'fg' }}
        css={{ '@media (pointer: coarse)': { w: 11 } }}
      >
        <GripVertical size={18} strokeWidth={1.75} aria-hidden />
      </chakra.button>
      <chakra.div flex={{ base: '1 1 calc(100% - 6.5rem)', sm: 1 }} minW={0} overflowWrap="anywhere">
        <chakra.p id={nameId} fontWeight="medium" color={isVisible ? 'fg' : 'fg.muted'}>
          {name}
        </chakra.p>
        <Hint>{facts}</Hint>
      </chakra.div>
      <chakra.div order={{ base: 1, sm: 0 }} ps={{ base: '2.75rem', sm: 0 }} me={{ base: 'auto', sm: 2 }}>
        <ActiveSwitch
          isActive={wanted ?? isVisible}
          nameId={nameId}
          words={visibility}
          onChange={(next) => void show(next)}
        />
      </chakra.div>
      <chakra.span order={{ base: 1, sm: 0 }}>
        <Button variant="outline" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      </chakra.span>
      <RowMenu
        of={name}
        actions={[
          { label: 'Move up', act: () => onMove(-1), disabled: isFirst },
          { label: 'Move down', act: () => onMove(1), disabled: isLast },
          { label: 'Delete', act: onDelete, destroys: true },
        ]}
      />
    </chakra.li>
  );
}

/** Announced on a row's handle. */
const howTo =
  'To move this row, press Space or Enter, use the arrow keys, then press Space or Enter again. Press Escape to cancel.';

/** The announcements while a row is moved. */
function announcements(nameOf: (id: UniqueIdentifier) => string, ids: readonly string[]): Announcements {
  const place = (id: UniqueIdentifier | undefined) =>
    `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up at ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over
        ? `${nameOf(active.id)} is over ${place(over.id)}.`
        : `${nameOf(active.id)} isn’t over a position.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} moved to ${place(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} returned to ${place(active.id)}.`,
  };
}

/** Moves one item to another's position. */
function putAt(ids: readonly string[], id: string, at: string): string[] {
  const rest = ids.filter((one) => one !== id);
  const to = ids.indexOf(at);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** Moves one item by an offset, within the list's bounds. */
function moveBy(ids: readonly string[], id: string, by: number): string[] {
  const to = Math.min(ids.length - 1, Math.max(0, ids.indexOf(id) + by));
  return putAt(ids, id, ids[to]!);
}

type UseOrderProps<T> = {
  items: readonly T[];
  /** E.g. "Menu item". */
  noun: string;
  /** Saves the order. */
  save: (ids: string[]) => Promise<unknown>;
  reload: () => Promise<unknown>;
};

/** The new order, shown optimistically. Reverted if it can't be saved. */
function useOrder<T extends { id: string }>({ items, noun, save, reload }: UseOrderProps<T>) {
  const [made, setMade] = useState<string[]>();
  const shown = made ? items.toSorted((one, other) => made.indexOf(one.id) - made.indexOf(other.id)) : items;
  const bring = async (ids: string[]) => {
    if (ids.every((id, place) => shown[place]?.id === id)) return;
    setMade(ids);
    try {
      await save(ids);
      toast({ title: 'Success', description: `${noun} order updated successfully`, type: 'success' });
    } catch (error) {
      const isConflict = readServerError(error).code === 'CONFLICT';
      toastFailure(error, {
        title: isConflict ? 'Someone else saved first' : 'Update failed',
        fallback: 'Failed to save the order',
        check: 'The list shows the saved order once the server responds again.',
      });
    } finally {
      await reload().catch(() => undefined);
      setMade(undefined);
    }
  };
  return { shown, bring };
}
