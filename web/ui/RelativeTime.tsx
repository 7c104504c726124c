import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { formatExactTime, formatRelativeTime } from '#web/lib/format.ts';
import { useClock } from '#web/lib/useClock.ts';
import { Tooltip } from './Tooltip.tsx';

/** A younger moment shows its age in seconds. */
const MINUTE = 60_000;

/** "12 s ago", kept true while it is on screen; the exact moment on hover and on focus. */
export const RelativeTime = memo(function RelativeTime({ at }: { at: string | Date }) {
  const date = new Date(at);
  const now = useClock((time) => (time - date.getTime() < MINUTE ? 'second' : 'quarter'));
  return (
    <Tooltip content={formatExactTime(date)}>
      <chakra.time
        dateTime={date.toISOString()}
        tabIndex={0}
        whiteSpace="nowrap"
        borderRadius="sm"
        fontVariantNumeric="tabular-nums"
      >
        {formatRelativeTime(date, new Date(now))}
      </chakra.time>
    </Tooltip>
  );
});
