import { chakra } from '@chakra-ui/react';
import { Muted } from '#web/ui/text.tsx';
import { useLocation } from 'react-router';
import { isCurrent, type NavigationEntry } from './navigation.ts';

/** Shows the current team and screen. Long team names are truncated first. */
export function Breadcrumb({ whose, entries }: { whose?: string; entries: readonly NavigationEntry[] }) {
  const { pathname } = useLocation();
  const label = entries.find((entry) => isCurrent(entry, pathname))?.label;
  return (
    <chakra.div display="flex" alignItems="baseline" gap={2} minW={0} whiteSpace="nowrap">
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
      <chakra.span fontWeight="medium" overflow="hidden" textOverflow="ellipsis">
        {label}
      </chakra.span>
    </chakra.div>
  );
}
