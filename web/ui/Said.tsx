import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, type ReactNode } from 'react';

/** Words that get the focus that a button had, so that they are read out. */
export function Said({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <chakra.div ref={place} tabIndex={-1} outline={0}>
      {children}
    </chakra.div>
  );
}
