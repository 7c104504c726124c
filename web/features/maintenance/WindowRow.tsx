import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { BellOff, CalendarClock, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { RowActions, RowMenu, type RowAction } from '#web/ui/RowActions.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { EndMaintenanceWindow } from './maintenance.gql.ts';
import { momentOf, placeWords, timeWords, type Stage, type Window } from './window-words.ts';

const icons = { on: BellOff, upcoming: CalendarClock, past: CircleCheck };

type Props = {
  window: Window;
  stage: Stage;
  controllerName?: string;
  onEdit: () => void;
  onDelete: () => void;
};

/** One window: its name, where and when, and how it stands in the reader's own time. */
export function WindowRow({ window, stage, controllerName, onEdit, onDelete }: Props) {
  const [now] = useState(() => new Date());
  const looksOnly = useLooksOnly();
  const { end, ending } = useEnd(window);
  const Icon = icons[stage];
  const Actions = useRoom() === 'phone' ? RowMenu : RowActions;
  const actions: RowAction[] = [
    ...(stage === 'on' ? [{ label: 'End Now', act: end, busy: ending }] : []),
    { label: 'Edit', act: onEdit },
    { label: 'Delete', act: onDelete, destroys: true },
  ];
  return (
    <chakra.li
      id={rowId(window.id)}
      tabIndex={-1}
      display="flex"
      alignItems="flex-start"
      gap={2.5}
      ps={4}
      pe={2}
      py={2.5}
    >
      <chakra.span mt={0.5} color={stage === 'on' ? 'brand.fg' : 'fg.muted'}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </chakra.span>
      <chakra.div flex={1} minW={0} overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
        <chakra.p fontWeight="medium" color={stage === 'past' ? 'fg.muted' : 'fg'}>
          {window.name}
        </chakra.p>
        <chakra.p textStyle="sm">
          {stage === 'on' && (
            <chakra.b fontWeight="semibold">
              On until {dayAndTime(new Date(momentOf(window, stage)))}
            </chakra.b>
          )}
          {stage === 'upcoming' && `Next ${dayAndTime(new Date(momentOf(window, stage)))}`}
          {stage === 'past' &&
            (window.endedAt ? `Ended ${dayAndTime(new Date(window.endedAt))}` : 'Over for good')}
        </chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          {placeWords(window, controllerName)} · {timeWords(window, now)}
          {window.createdBy && ` · by ${window.createdBy}`}
        </chakra.p>
      </chakra.div>
      {!looksOnly && <Actions of={window.name} actions={actions} />}
    </chakra.li>
  );
}

const rowId = (id: string) => `window-${id}`;

function useEnd({ id }: Window) {
  const [mutate, { loading }] = useMutation(EndMaintenanceWindow, { variables: { id } });
  const end = async () => {
    try {
      await mutate();
      // Its row has gone to another list; once that is drawn, the focus goes along.
      setTimeout(() => document.getElementById(rowId(id))?.focus());
      toast({
        title: 'Maintenance window ended',
        description: 'What is wrong now is told from now on.',
        type: 'success',
      });
    } catch (error) {
      toastFailure(error, {
        title: 'Maintenance window not ended',
        check: 'Reload the page to see whether the window was ended.',
      });
    }
  };
  return { end: () => void end(), ending: loading };
}
