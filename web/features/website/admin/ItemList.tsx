import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { chakra } from '@chakra-ui/react';
import { useRef, useState, type ReactNode } from 'react';
import { announcements, howTo } from './announcements.ts';
import { ItemRow } from './ItemRow.tsx';
import { moveBy, putAt } from './order.ts';
import { useOrder } from './useOrder.ts';

type Item = { id: string; url: string; isVisible: boolean };

type Props<T extends Item> = {
  label: string;
  /** What one of them is called in a sentence that begins with it, e.g. "Menu item". */
  noun: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  /** Under the name. */
  factsOf: (item: T) => ReactNode;
  reorder: (ids: string[]) => Promise<unknown>;
  show: (item: T, isVisible: boolean) => Promise<unknown>;
  reload: () => Promise<unknown>;
  onEdit: (item: T) => void;
  onDelete: (item: T) => void;
};

/** Links in their order, which is dragged, moved by keys or by the menu of a row, and saved at once. */
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
    say(`${nameOf(item)} stands at place ${next.indexOf(item.id) + 1} of ${next.length}.`);
    await bring(next);
    // The row has another place in the page now, and lost the focus with the old one.
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
                  // It is saved, even if the list can't be read again.
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
