import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { Muted } from '#web/ui/text.tsx';
import { keyName } from '../palette/PaletteButton.tsx';

type Group = { title: string; keys: readonly (readonly [keys: string, words: string])[] };

const groups: readonly Group[] = [
  {
    title: 'Anywhere',
    keys: [
      [keyName.replace(' ', '+'), 'Search everything, or run an action'],
      ['/', 'Search this list, or everything'],
      ['g a', 'Go to alerts'],
      ['g d', 'Go to the dashboard'],
      ['?', 'Show these shortcuts'],
    ],
  },
  {
    title: 'In a list of alerts',
    keys: [
      ['j', 'Next alert, like the down arrow'],
      ['k', 'Previous alert, like the up arrow'],
      ['x', 'Select or clear'],
      ['a', 'Acknowledge the selected alerts or this one, or undo it'],
      ['s', 'Snooze them'],
      ['m', 'Start maintenance for them'],
      ['Enter', 'Open'],
    ],
  },
  {
    title: 'In a list of alerts or sites',
    keys: [
      ['Shift+click', 'Select a range'],
      ['Escape', 'Clear the selection'],
    ],
  },
];

/** Not for viewers. */
const changing = ['m'];

/** Every keyboard shortcut, and what it does. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => {
  const looksOnly = useLooksOnly();
  return (
    <DetailsDialog title="Keyboard shortcuts" onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <chakra.h3 fontWeight="semibold" mb={2}>
            {title}
          </chakra.h3>
          <chakra.dl display="grid" gridTemplateColumns="7rem minmax(0, 1fr)" alignItems="center" rowGap={2}>
            {keys
              .filter(([shortcut]) => !looksOnly || !changing.includes(shortcut))
              .map(([shortcut, words]) => (
                <Fragment key={shortcut}>
                  <dt>
                    {shortcut.split(' ').map((key, at) => (
                      <Fragment key={key}>
                        {at > 0 && (
                          <Muted as="span" textStyle="sm">
                            {' then '}
                          </Muted>
                        )}
                        <chakra.kbd
                          fontFamily="mono"
                          textStyle="sm"
                          px={1.5}
                          py={0.5}
                          borderWidth="1px"
                          borderRadius="sm"
                          bg="bg.subtle"
                        >
                          {key}
                        </chakra.kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{words}</dd>
                </Fragment>
              ))}
          </chakra.dl>
        </section>
      ))}
    </DetailsDialog>
  );
};
