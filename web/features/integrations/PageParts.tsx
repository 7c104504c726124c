import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';

const parts = [
  { id: 'configured', name: 'Controllers' },
  { id: 'psa', name: 'PSA' },
  { id: 'available', name: 'Available Integrations' },
  { id: 'channels', name: 'Alert Configuration' },
  { id: 'rules', name: 'Alert Rules' },
];

/** The parts of a long page, to jump to. Each jump replaces the entry, so that Back leaves the screen, and asks before. */
export function PageParts() {
  const { search } = useLocation();
  return (
    <chakra.nav
      aria-label="On this page"
      display="flex"
      flexWrap="wrap"
      columnGap={4}
      rowGap={1}
      mb={6}
      textStyle="sm"
    >
      {parts.map(({ id, name }) => (
        <chakra.a
          key={id}
          asChild
          color="brand.fg"
          fontWeight="medium"
          borderRadius="sm"
          _hover={{ textDecoration: 'underline' }}
          css={{ '@media (pointer: coarse)': { lineHeight: '2.75rem' } }}
        >
          <Link to={{ search, hash: id }} replace>
            {name}
          </Link>
        </chakra.a>
      ))}
    </chakra.nav>
  );
}

/**
 * Brings the part that the address names on screen, as other pages lead to it.
 * @param ready changes as parts above it come: until then it would be pushed away again
 */
export function useNamedPart(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const part = hash && document.getElementById(hash.slice(1));
    if (!part) return;
    part.scrollIntoView();
    part.focus({ preventScroll: true });
  }, [hash, key, ready]);
}
