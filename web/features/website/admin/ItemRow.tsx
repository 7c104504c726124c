import { useSortable } from '@dnd-kit/sortable';
import { Button, chakra } from '@chakra-ui/react';
import { GripVertical } from '#web/ui/icons.tsx';
import { useId, useState, type ReactNode } from 'react';
import { ActiveSwitch } from '#web/ui/ActiveSwitch.tsx';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';

type Props = {
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

/** One link: the handle that moves it, what it is, whether visitors see it, and what can be done to it. */
export function ItemRow(props: Props) {
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
        <chakra.p textStyle="sm" color="fg.muted">
          {facts}
        </chakra.p>
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
