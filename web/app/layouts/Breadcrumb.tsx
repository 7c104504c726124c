import { chakra } from '@chakra-ui/react';
import { Muted } from '#web/ui/text.tsx';
import { useLocation } from 'react-router';
import { isCurrent, type NavigationEntry } from './navigation.ts';

/** Width of a character of the label in rem, for the widest ones. */
const LETTER = 0.56;

/** Phones show the label on two lines, or not at all if its longest word doesn't fit: the screen's title has it anyway. */
function shownIfItFits(label: string) {
  const longest = Math.max(...label.split(' ').map(({ length }) => length));
  return { [`@container (max-width: ${(longest * LETTER).toFixed(2)}rem)`]: { display: 'none' } };
}

/** Shows the current team and screen. Long team names are truncated first. */
export function Breadcrumb({ whose, entries }: { whose?: string; entries: readonly NavigationEntry[] }) {
  const { pathname } = useLocation();
  const label = entries.find((entry) => isCurrent(entry, pathname))?.label;
  return (
    <chakra.div
      display="flex"
      alignItems="baseline"
      gap={2}
      minW={0}
      whiteSpace={{ md: 'nowrap' }}
      containerType={{ base: 'inline-size', md: 'normal' }}
    >
      {whose && (
        <Muted
          as="span"
          overflow="hidden"
          textOverflow="ellipsis"
          minW={0}
          display={{ base: 'none', md: 'inline' }}
        >
          {whose}
        </Muted>
      )}
      {whose && label && (
        <chakra.span aria-hidden color="border.control" display={{ base: 'none', md: 'inline' }}>
          /
        </chakra.span>
      )}
      {label && (
        <chakra.span
          fontWeight="medium"
          textStyle={{ base: 'sm', md: 'md' }}
          lineHeight={{ base: 1.2, md: 1.5 }}
          lineClamp={{ base: 2, md: 'none' }}
          overflow="hidden"
          textOverflow="ellipsis"
          css={shownIfItFits(label)}
        >
          {label}
        </chakra.span>
      )}
    </chakra.div>
  );
}
