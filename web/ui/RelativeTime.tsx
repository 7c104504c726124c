import { chakra } from '@chakra-ui/react';
import { exactTime, isFresh, relativeTime } from '#web/lib/dates.ts';
import { useClock } from '#web/lib/useClock.ts';
import { Tooltip } from './Tooltip.tsx';

/** "12 s ago", kept true while it is on screen; the exact moment on hover and on focus. */
export function RelativeTime({ at }: { at: string | Date }) {
  const date = new Date(at);
  const now = useClock((time) => (isFresh(date, time) ? 'second' : 'quarter'));
  return (
    <Tooltip content={exactTime(date)}>
      <chakra.time
        dateTime={date.toISOString()}
        tabIndex={0}
        whiteSpace="nowrap"
        borderRadius="sm"
        fontVariantNumeric="tabular-nums"
      >
        {relativeTime(date, new Date(now))}
      </chakra.time>
    </Tooltip>
  );
}
