import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from '#web/lib/dates.ts';
import { Tooltip } from './Tooltip.tsx';

const REFRESH_EVERY = 15_000;

/** "12 min ago", kept true while it is on screen; the exact moment on hover and on focus. */
export function RelativeTime({ at }: { at: string | Date }) {
  const date = new Date(at);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_EVERY);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip content={exactTime(date)}>
      <chakra.time
        dateTime={date.toISOString()}
        tabIndex={0}
        whiteSpace="nowrap"
        borderRadius="sm"
        fontVariantNumeric="tabular-nums"
      >
        {relativeTime(date, now)}
      </chakra.time>
    </Tooltip>
  );
}
