import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { LogOut, Network, Settings } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useSignOut } from '#web/features/auth/useSession.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { MayAdminister } from '../shell.gql.ts';
import { AnnouncementBanner, HealthBanner } from './banners.tsx';
import { navigation } from './navigation.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { PriceLines } from './PriceLines.tsx';
import { HeaderThemeToggle, Shell } from './Shell.tsx';
import { SidebarCounts, useOperatorCounts } from './counts.ts';

const entries = navigation.admin;

/** The shell of the operator's screens. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const signOut = useSignOut();
  const { pathname } = useLocation();
  const { data, refetch } = useQuery(MayAdminister, { fetchPolicy: 'cache-and-network' });
  const counts = useOperatorCounts(data?.me.administersFromHere === true);
  const known = useRef(pathname);
  useEffect(() => {
    // The policy, or the address, may have changed since the screen before.
    if (known.current !== pathname) void refetch().catch(() => undefined);
    known.current = pathname;
  }, [pathname, refetch]);
  return (
    <SidebarCounts value={counts}>
      <Shell
        sidebar={{ label: 'Administration', entries, footer: <PriceLines /> }}
        place={<Breadcrumb whose="Administration" entries={entries} />}
        tools={
          <>
            <PaletteButton area="admin" />
            <Button asChild variant="outline" size="sm">
              <Link to="/user-dashboard" aria-label="User Mode">
                <Network size={16} strokeWidth={1.75} aria-hidden />
                <chakra.span display={{ base: 'none', md: 'inline' }}>User Mode</chakra.span>
              </Link>
            </Button>
            <HeaderThemeToggle />
            <Tooltip content="Settings">
              <Button asChild variant="ghost" px={0}>
                <Link to="/settings" aria-label="Settings">
                  <Settings size={20} strokeWidth={1.75} aria-hidden />
                </Link>
              </Button>
            </Tooltip>
            <Tooltip content="Log out">
              <Button
                variant="ghost"
                px={0}
                aria-label="Log out"
                onClick={() => confirmLeaving(() => void signOut())}
              >
                <LogOut size={20} strokeWidth={1.75} aria-hidden />
              </Button>
            </Tooltip>
          </>
        }
      >
        <AnnouncementBanner />
        {data?.me.administersFromHere && <HealthBanner />}
        {data && !data.me.administersFromHere ? <AddressNotAllowed /> : children}
      </Shell>
    </SidebarCounts>
  );
}

/** Replaces the administrator's screens on networks that the security policy doesn't allow. */
const AddressNotAllowed = () => (
  <chakra.div maxW="prose">
    <Notice
      state="warning"
      title="You can’t administer the platform from your IP address."
      action={
        <Button asChild size="sm">
          <Link to="/user-dashboard">User Mode</Link>
        </Button>
      }
    >
      The security policy only allows certain addresses. You can still use your own team.
    </Notice>
  </chakra.div>
);
