import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { Menu, X } from '#web/ui/icons.tsx';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Mark } from '#web/ui/Mark.tsx';

export type MenuEntry = { id: string; title: string; url: string; isExternal: boolean };

type Props = {
  /** Undefined while loading, when its space is reserved. */
  look: SiteLook | undefined;
  menu: readonly MenuEntry[];
  isSignedIn: boolean;
  /** Shown before the sign-in links: the theme switch. */
  tools?: ReactNode;
};

/** The default menu: only the link that every visitor may need. */
const withoutMenu: readonly MenuEntry[] = [
  { id: 'contact', title: 'Contact', url: '/contact', isExternal: false },
];

/** The header of every public page: logo, menu and sign-in links. */
export function PublicHeader({ look, menu, isSignedIn, tools }: Props) {
  return (
    <chakra.header position="relative" zIndex="header" borderBottomWidth="1px" bg="bg.panel">
      <chakra.div
        display="flex"
        alignItems="center"
        gap={{ base: 1, sm: 2 }}
        minH={16}
        py={2}
        w="full"
        maxW="content"
        mx="auto"
        px={{ base: 4, md: 8 }}
      >
        {look ? <SiteName {...look} /> : <chakra.span me="auto" />}
        <chakra.nav aria-label="Site" display={{ base: 'none', md: 'block' }} minW={0} me={2}>
          {menu.length > 0 ? <WideMenu menu={menu} /> : look && <ContactButton />}
        </chakra.nav>
        {tools}
        <WaysIn isSignedIn={isSignedIn} />
        <PhoneMenu menu={menu.length > 0 ? menu : withoutMenu} isSignedIn={isSignedIn} />
      </chakra.div>
    </chakra.header>
  );
}

/** Wraps to a second line instead of overflowing. */
const WideMenu = ({ menu }: { menu: readonly MenuEntry[] }) => (
  <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" justifyContent="flex-end" columnGap={1}>
    {menu.map(({ id, title, url, isExternal }) => (
      <li key={id}>
        <SiteLink
          href={url}
          isExternal={isExternal}
          display="inline-flex"
          alignItems="center"
          minH={9}
          px={2.5}
          color="secondary.fg"
          fontWeight="medium"
          overflowWrap="anywhere"
          _hover={{ color: 'fg' }}
        >
          {title}
        </SiteLink>
      </li>
    ))}
  </chakra.ul>
);

const ContactButton = () => (
  <Button asChild variant="ghost">
    <a href="/contact">Contact</a>
  </Button>
);

/** Phones have no room for both, so "Get Started" is in the menu there. */
const WaysIn = ({ isSignedIn }: { isSignedIn: boolean }) =>
  isSignedIn ? (
    <Button asChild>
      <a href="/dashboard">Dashboard</a>
    </Button>
  ) : (
    <>
      <Button asChild variant="outline">
        <a href="/auth">Login</a>
      </Button>
      <chakra.span display={{ base: 'none', sm: 'inline-flex' }}>
        <Button asChild>
          <a href="/packages">Get Started</a>
        </Button>
      </chakra.span>
    </>
  );

type PhoneMenuProps = { menu: readonly MenuEntry[]; isSignedIn: boolean };

/** The menu on narrow screens. The browser opens and closes it, so it works before any script runs. */
const PhoneMenu = ({ menu, isSignedIn }: PhoneMenuProps) => (
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

/** It covers the page, so Escape and a tap outside close it too. */
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

/** The site's name and logo. `null` shows the default logo. */
type SiteLook = { siteName: string; logoUrl?: string | null; logoWidth: number; logoHeight: number };

/** The logo and name, linking to the home page. */
const SiteName = ({ siteName, logoUrl, logoWidth, logoHeight }: SiteLook) => (
  <chakra.a
    href="/"
    display="inline-flex"
    alignItems="center"
    gap={2}
    minW={0}
    minH={11}
    me="auto"
    borderRadius="sm"
    textStyle="lg"
    fontWeight="semibold"
  >
    {logoUrl ? (
      <chakra.img
        src={logoUrl}
        alt=""
        htmlWidth={logoWidth}
        htmlHeight={logoHeight}
        w={`${logoWidth}px`}
        h="auto"
        // Leaves room for the name on phones.
        maxW={{ base: '24vw', sm: '40vw' }}
        flexShrink={0}
        maxH="5rem"
        objectFit="contain"
        objectPosition="left center"
      />
    ) : (
      <chakra.span flexShrink={0}>
        <Mark />
      </chakra.span>
    )}
    <chakra.span minW={0} lineClamp={2} lineHeight={1.25} overflowWrap="anywhere">
      {siteName}
    </chakra.span>
  </chakra.a>
);

type SiteLinkProps = ComponentProps<typeof chakra.a> & { href: string; isExternal?: boolean };

/**
 * A plain link that loads the page, so it works before any script runs, and the operator's scripts stay on public pages.
 * External links open a new tab without access to this one.
 */
export const SiteLink = ({ isExternal, children, ...props }: SiteLinkProps) => (
  <chakra.a
    borderRadius="sm"
    _hover={{ textDecoration: 'underline' }}
    textUnderlineOffset="3px"
    {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
    {...props}
  >
    {children}
    {isExternal && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
  </chakra.a>
);
