import { chakra, Stack } from '@chakra-ui/react';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import type { Reading } from './faces.ts';

type Props = { label: string; readings: readonly Reading[]; cautions?: readonly string[] };

/** How a color appears in each theme, why it was adjusted, and what it may be mistaken for. */
export const ContrastCheck = ({ label, readings, cautions }: Props) => (
  <Stack
    as="ul"
    aria-label={`Contrast of the ${label.toLowerCase()}`}
    aria-live="polite"
    listStyleType="none"
    mt={2}
    gap={1.5}
    textStyle="sm"
    color="fg.muted"
  >
    {cautions?.map((words) => (
      <chakra.li key={words} display="flex" gap={2} color="fg">
        <chakra.span color="state.warning" mt="0.2rem">
          <StateIcon state="warning" size={12} />
        </chakra.span>
        <chakra.span minW={0}>{words}</chakra.span>
      </chakra.li>
    ))}
    {readings.map(({ words, kept, shown }) => (
      <chakra.li key={words} display="flex" gap={2}>
        <chakra.span color={kept ? 'state.ok' : 'state.info'} mt="0.2rem">
          <StateIcon state={kept ? 'ok' : 'info'} size={12} />
        </chakra.span>
        <chakra.span minW={0}>
          {words}{' '}
          {!kept && (
            <chakra.span display="inline-flex" alignItems="center" gap={1} fontFamily="mono" color="fg">
              <chakra.span
                aria-hidden
                boxSize={3}
                borderRadius="sm"
                borderWidth="1px"
                borderColor="border.control"
                style={{ backgroundColor: shown }}
              />
              {shown}
            </chakra.span>
          )}
        </chakra.span>
      </chakra.li>
    ))}
  </Stack>
);
