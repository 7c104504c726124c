import { chakra } from '@chakra-ui/react';

/** Secondary text at the size of the text around it. */
export const Muted = chakra('p', { base: { color: 'fg.muted' } });

/** Small secondary text: what a field expects, or what a title leaves open. */
export const Hint = chakra('p', { base: { color: 'fg.muted', textStyle: 'sm' } });

/** Title of a section on a page. */
export const SectionTitle = chakra('h2', { base: { textStyle: 'lg', fontWeight: 'semibold' } });

/** The line of a section's title, with its actions at the end. */
export const SectionHead = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 3,
    mb: 3,
  },
});
