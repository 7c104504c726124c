import { chakra } from '@chakra-ui/react';
import { useRef } from 'react';
import { usePages } from '#web/ui/usePages.tsx';
import { momentOf, stageOf, type Stage, type Window } from './window-words.ts';
import { WindowRow } from './WindowRow.tsx';

const titles: Record<Stage, string> = { on: 'On now', upcoming: 'Upcoming', past: 'Over' };

type Props = {
  stage: Stage;
  windows: readonly Window[];
  controllers: readonly { id: string; name: string }[];
  now: number;
  onEdit: (window: Window) => void;
  onDelete: (window: Window) => void;
};

/** The windows of one stage, what comes first first; nothing where there are none. */
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
      <chakra.h2 id={id} tabIndex={-1} textStyle="lg" fontWeight="semibold" mb={3}>
        {titles[stage]}
      </chakra.h2>
      <chakra.ul
        ref={list}
        aria-labelledby={id}
        listStyleType="none"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="surface"
        overflow="hidden"
        css={{ '& > li + li': { borderTopWidth: '1px' } }}
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
      </chakra.ul>
      {pages.pager}
    </chakra.section>
  );
}
