import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, type ReactNode } from 'react';

/** Text that takes the focus of a button that disappeared, so that screen readers announce it. */
export function FocusOnMount({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <chakra.div ref={place} tabIndex={-1} outline={0}>
      {children}
    </chakra.div>
  );
}
