import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { Menu, X } from '#web/ui/icons.tsx';
import { useEffect, useRef } from 'react';
import type { MenuEntry } from './PublicHeader.tsx';
import { SiteLink } from './SiteLink.tsx';

type Props = { menu: readonly MenuEntry[]; isSignedIn: boolean };

/** The menu of a narrow screen. The browser opens and closes it, so it works before any script runs. */
export const PhoneMenu = ({ menu, isSignedIn }: Props) => (
  <chakra.details
    ref={useCloseFromOutside()}
    display={{ base: 'block', md: 'none' }}
    css={{ '&[open] [data-when=closed], &:not([open]) [data-when=open]': { display: 'none' } }}
  >
    <chakra.summary
      display="grid"
      placeContent="center"
      boxSize={11}
      borderRadius="control"
      color="fg.muted"
      cursor="pointer"
      listStyleType="none"
      _hover={{ bg: 'bg.muted' }}
      css={{ '&::-webkit-details-marker': { display: 'none' } }}
    >
      <VisuallyHidden>Menu</VisuallyHidden>
      <Menu data-when="closed" size={20} strokeWidth={1.75} aria-hidden />
      <X data-when="open" size={20} strokeWidth={1.75} aria-hidden />
    </chakra.summary>
    <chakra.nav
      aria-label="Site menu"
      position="absolute"
      insetX={0}
      top="100%"
      maxH="80dvh"
      overflowY="auto"
      px={4}
      pt={2}
      pb={4}
      bg="bg.panel"
      borderBottomWidth="1px"
      boxShadow="floating"
    >
      <chakra.ul listStyleType="none">
        {menu.map(({ id, title, url, isExternal }) => (
          <chakra.li key={id} borderBottomWidth="1px">
            <SiteLink
              href={url}
              isExternal={isExternal}
              display="flex"
              alignItems="center"
              minH={12}
              textStyle="lg"
              fontWeight="medium"
              overflowWrap="anywhere"
            >
              {title}
            </SiteLink>
          </chakra.li>
        ))}
      </chakra.ul>
      {!isSignedIn && (
        <Button asChild size="lg" w="full" mt={4}>
          <a href="/packages">Get Started</a>
        </Button>
      )}
    </chakra.nav>
  </chakra.details>
);

/** It hides what is below it: Escape and a tap beside it close it as well. */
function useCloseFromOutside() {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onPointer = ({ target }: PointerEvent) => {
      const menu = place.current;
      if (menu?.open && !menu.contains(target as Node)) menu.open = false;
    };
    const onKey = ({ key }: KeyboardEvent) => {
      const menu = place.current;
      if (!menu?.open || key !== 'Escape') return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return place;
}
