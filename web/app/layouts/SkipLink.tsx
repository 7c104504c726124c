import { chakra } from '@chakra-ui/react';

/** The first stop of the Tab key: past the navigation, to the screen. */
export function SkipLink() {
  return (
    <chakra.a
      href="#main"
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
