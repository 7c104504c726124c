import { chakra } from '@chakra-ui/react';
import { useId } from 'react';

export type State = 'critical' | 'error' | 'warning' | 'info' | 'ok' | 'unknown';

/** The label of a shape without text. */
export const stateWord: Record<State, string> = {
  critical: 'Critical',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  ok: 'OK',
  unknown: 'Unknown',
};

/** A state's shape, distinct without color: ▲ ◆ ● ○ ✓ and a hatched ring. It has the text's color. The size is in pixels. */
export const StateIcon = ({ state, size = 12 }: { state: State; size?: number | `${number}em` }) => (
  <chakra.svg
    boxSize={typeof size === 'number' ? `${size}px` : size}
    viewBox="0 0 12 12"
    aria-hidden
    focusable="false"
    flexShrink={0}
  >
    <StateShape state={state} />
  </chakra.svg>
);

/** The same within a drawing, 12 units wide and high. */
export function StateShape({ state }: { state: State }) {
  const hatch = useId();
  return (
    <>
      {state === 'critical' && <path d="M6 1 11.4 10.6H.6Z" fill="currentColor" />}
      {state === 'error' && <path d="M6 .4 11.6 6 6 11.6.4 6Z" fill="currentColor" />}
      {state === 'warning' && <circle cx="6" cy="6" r="4.6" fill="currentColor" />}
      {state === 'info' && (
        <circle cx="6" cy="6" r="4.1" fill="none" stroke="currentColor" strokeWidth="1.6" />
      )}
      {state === 'ok' && (
        <path
          d="m1.8 6.4 2.8 2.8 5.6-6.2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.9"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {state === 'unknown' && (
        <>
          <pattern
            id={hatch}
            width="2.4"
            height="2.4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="1" height="2.4" fill="currentColor" />
          </pattern>
          <circle
            cx="6"
            cy="6"
            r="4.4"
            fill={`url(#${hatch})`}
            stroke="currentColor"
            strokeWidth="1.1"
            strokeDasharray="2 1.4"
          />
        </>
      )}
    </>
  );
}
