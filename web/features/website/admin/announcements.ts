import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';

/** Read out on the handle of a row. */
export const howTo =
  'To move this row press space or enter, then the arrow keys, then space or enter again. Escape puts it back.';

/** What is read out while a row is moved. */
export function announcements(
  nameOf: (id: UniqueIdentifier) => string,
  ids: readonly string[],
): Announcements {
  const place = (id: UniqueIdentifier | undefined) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is taken up at ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${place(over.id)}.` : `${nameOf(active.id)} is over no place.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} stands at ${place(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${place(active.id)}.`,
  };
}
