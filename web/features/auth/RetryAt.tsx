import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDuration, formatTime } from '#web/lib/format.ts';

const MINUTE = 60;

/** When the server allows another attempt. `seconds` comes from its response and counts from the first render. */
export function RetryAt({ seconds }: { seconds: number }) {
  const [now] = useState(() => Date.now());
  const wait = seconds > MINUTE ? Math.ceil(seconds / MINUTE) * MINUTE : seconds;
  return (
    <chakra.p fontVariantNumeric="tabular-nums">
      You can try again at {formatTime(new Date(now + seconds * 1000))} (in {formatDuration(wait * 1000)}).
    </chakra.p>
  );
}
