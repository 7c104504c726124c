import { useState } from 'react';
import { readServerError } from '#web/lib/server-errors.ts';
import { toast, toastFailure } from '#web/ui/toaster.tsx';

type Props<T> = {
  items: readonly T[];
  /** E.g. "Menu item". */
  noun: string;
  /** Sends the order at once. */
  save: (ids: string[]) => Promise<unknown>;
  reload: () => Promise<unknown>;
};

/** The order as the person has just made it, until the server has it too. An order that can't be saved is undone. */
export function useOrder<T extends { id: string }>({ items, noun, save, reload }: Props<T>) {
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
        check: 'The list shows the saved order as soon as the server answers again.',
      });
    } finally {
      await reload().catch(() => undefined);
      setMade(undefined);
    }
  };
  return { shown, bring };
}
