import { chakra } from '@chakra-ui/react';
import type { MouseEvent } from 'react';

/** The first stop of the Tab key: past the navigation, to the screen. */
export function SkipLink() {
  return (
    <chakra.a
      href="#main"
      onClick={skip}
      position="fixed"
      top={2}
      insetStart={2}
      zIndex="toast"
      px={3}
      py={2}
      borderRadius="control"
      bg="bg.inverted"
      color="fg.inverted"
      transform="translateY(-200%)"
      _focus={{ transform: 'none' }}
    >
      Skip to content
    </chakra.a>
  );
}

/** By hand, because the browser's own jump would add an entry to the history that the router doesn't know. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
