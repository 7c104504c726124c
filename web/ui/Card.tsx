import { chakra } from '@chakra-ui/react';

/** A bordered panel. Its padding depends on what it holds: lists reach its edges. */
export const Card = chakra('div', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'surface' },
});

/** A list without bullets, with a line between its items. */
export const DividedList = chakra('ul', {
  base: { listStyleType: 'none', '& > li + li': { borderTopWidth: '1px' } },
});
