import { chakra } from '@chakra-ui/react';
import { StateShape } from '#web/ui/StateShape.tsx';
import type { Reading } from './faces.ts';

/** How a colour comes out, theme by theme: kept, or shown otherwise and why. Nothing here has to be mended. */
export const ContrastCheck = ({ label, readings }: { label: string; readings: readonly Reading[] }) => (
  <chakra.ul
    aria-label={`Contrast of the ${label.toLowerCase()}`}
    aria-live="polite"
    listStyleType="none"
    mt={2}
    display="flex"
    flexDirection="column"
    gap={1.5}
    textStyle="sm"
    color="fg.muted"
  >
    {readings.map(({ words, kept, shown }) => (
      <chakra.li key={words} display="flex" gap={2}>
        <chakra.span color={kept ? 'state.ok' : 'state.info'} mt="0.2rem">
          <StateShape state={kept ? 'ok' : 'info'} size={12} />
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
  </chakra.ul>
);
