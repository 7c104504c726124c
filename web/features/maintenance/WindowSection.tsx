import { chakra } from '@chakra-ui/react';
import { BellOff, CalendarClock, CircleCheck } from '#web/ui/icons.tsx';
import { useRef, useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { type RowAction, RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { usePages } from '#web/ui/usePages.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { useEndWindow } from './useWindows.ts';
import { momentOf, placeWords, type Stage, stageOf, timeWords, type Window } from './window-words.ts';

const titles: Record<Stage, string> = { on: 'Active', upcoming: 'Upcoming', past: 'Past' };

type Props = {
  stage: Stage;
  windows: readonly Window[];
  controllers: readonly { id: string; name: string }[];
  now: number;
  onEdit: (window: Window) => void;
  onDelete: (window: Window) => void;
};

/** The windows of one stage, earliest first. Renders nothing if there are none. */
export function WindowSection({ stage, windows, controllers, now, onEdit, onDelete }: Props) {
  const mine = windows.filter((window) => stageOf(window, now) === stage);
  const ordered =
    stage === 'past'
      ? mine
      : mine.toSorted((one, other) => momentOf(one, stage).localeCompare(momentOf(other, stage)));
  const list = useRef<HTMLUListElement>(null);
  const pages = usePages(ordered, { nouns: ['window', 'windows'], list });
  if (ordered.length === 0) return null;
  const id = `windows-${stage}`;
  return (
    <chakra.section aria-labelledby={id} mb={7}>
      <SectionTitle id={id} tabIndex={-1} mb={3}>
        {titles[stage]}
      </SectionTitle>
      <DividedList
        ref={list}
        aria-labelledby={id}
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="surface"
        overflow="hidden"
      >
        {pages.rows.map((window) => (
          <WindowRow
            key={window.id}
            window={window}
            stage={stage}
            controllerName={controllers.find(({ id: one }) => one === window.controllerId)?.name}
            onEdit={() => onEdit(window)}
            onDelete={() => onDelete(window)}
          />
        ))}
      </DividedList>
      {pages.pager}
    </chakra.section>
  );
}

const icons = { on: BellOff, upcoming: CalendarClock, past: CircleCheck };

type WindowRowProps = {
  window: Window;
  stage: Stage;
  controllerName?: string;
  onEdit: () => void;
  onDelete: () => void;
};

/** One window: its name, scope and schedule, and its status in the reader's time zone. */
function WindowRow({ window, stage, controllerName, onEdit, onDelete }: WindowRowProps) {
  const [now] = useState(() => new Date());
  const looksOnly = useLooksOnly();
  const { end, isEnding } = useEndWindow();
  const endNow = async () => {
    // The row moves to another list, so move focus with it after rendering.
    if (await end(window.id)) setTimeout(() => document.getElementById(rowId(window.id))?.focus());
  };
  const Icon = icons[stage];
  const Actions = useScreenSize() === 'phone' ? RowMenu : RowActions;
  const actions: RowAction[] = [
    ...(stage === 'on' ? [{ label: 'End Now', act: () => void endNow(), busy: isEnding }] : []),
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
              Active until {formatDateTime(new Date(momentOf(window, stage)))}
            </chakra.b>
          )}
          {stage === 'upcoming' && `Next ${formatDateTime(new Date(momentOf(window, stage)))}`}
          {stage === 'past' &&
            (window.endedAt ? `Ended ${formatDateTime(new Date(window.endedAt))}` : 'Ended')}
        </chakra.p>
        <Hint>
          {placeWords(window, controllerName)} · {timeWords(window, now)}
          {window.createdBy && ` · by ${window.createdBy}`}
        </Hint>
      </chakra.div>
      {!looksOnly && <Actions of={window.name} actions={actions} />}
    </chakra.li>
  );
}

const rowId = (id: string) => `window-${id}`;
