import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PhoneMenu } from './PhoneMenu.tsx';
import { SiteLink } from './SiteLink.tsx';
import { SiteName, type SiteLook } from './SiteName.tsx';

export type MenuEntry = { id: string; title: string; url: string; isExternal: boolean };

type Props = {
  /** Undefined while it is not known: its place is kept. */
  look: SiteLook | undefined;
  menu: readonly MenuEntry[];
  isSignedIn: boolean;
  /** Stands before the ways in: the switch between light and dark. */
  tools?: ReactNode;
};

/** Without a menu there is the one way that every visitor may need. */
const withoutMenu: readonly MenuEntry[] = [
  { id: 'contact', title: 'Contact', url: '/contact', isExternal: false },
];

/** What stands above every public page: whose it is, where it leads, and the way in. */
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

/** As many as fit; the rest goes on a second line instead of out of the window. */
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

/** A phone has no room for both: there, how to get started stands in the menu. */
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
