import { Button, chakra } from '@chakra-ui/react';
import { ShieldCheck } from '#web/ui/icons.tsx';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, useMatches, useNavigate, useSearchParams } from 'react-router';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import { PlanBar } from '#web/features/billing/PlanBar.tsx';
import { ReturnedFromBank } from '#web/features/billing/ReturnedFromBank.tsx';
import { useControllerChanges } from '#web/features/controllers/useControllerChanges.ts';
import { useNoticeSeverities } from '#web/features/notifications/browser/notice-severities.ts';
import { TeamSwitcher } from '#web/features/teams/TeamSwitcher.tsx';
import { useFollowTeamSwitch, useRoleRefetch } from '#web/features/teams/team-switching.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { AnnouncementBanner, DelaysBanner } from './banners.tsx';
import { LiveStatus } from './LiveStatus.tsx';
import { navigation } from './navigation.ts';
import { OpenAlerts } from './OpenAlerts.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { PriceLinesForBuyers } from './PriceLines.tsx';
import { HeaderThemeToggle, Shell } from './Shell.tsx';
import { SidebarCounts, useMemberCounts } from './counts.ts';

const entries = navigation.member;

/** Loaded only for people who turned on browser notifications. The screens work without it. */
const BrowserNotices = lazy(() =>
  import('#web/features/notifications/browser/BrowserNotices.tsx').then(
    (m) => ({ default: m.BrowserNotices }),
    () => ({ default: () => null }),
  ),
);

/** The `handle` of a route: what the shell needs to know about its screen. */
export type ScreenHandle = {
  /** Whether the screen is a table, which may use more of a large window than text. Given the open tab. */
  isWide?: (tab: string | null) => boolean;
};

function useIsWide(): boolean {
  const { isWide } = (useMatches().at(-1)?.handle ?? {}) as ScreenHandle;
  const [search] = useSearchParams();
  return isWide?.(search.get('tab')) ?? false;
}

/** The shell of a team's screens. */
export function MemberLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const admin = isAdmin(user);
  useControllerChanges();
  useFollowTeamSwitch();
  useRoleRefetch();
  const navigate = useNavigate();
  useShortcuts({
    'g a': () => void navigate('/alerts'),
    'g d': () => void navigate('/dashboard'),
  });
  const noticeSeverities = useNoticeSeverities();
  const wide = useIsWide();
  return (
    <MemberCounts>
      <Shell
        sidebar={{
          label: 'Main',
          entries,
          Whose: TeamSwitcher,
          footer: <SidebarFooter admin={admin} />,
        }}
        wide={wide}
        place={<Breadcrumb whose={user?.team?.name} entries={entries} />}
        tools={
          <>
            <PaletteButton area="member" />
            <LiveStatus />
            <OpenAlerts />
            {admin && (
              <chakra.span display={{ base: 'none', md: 'inline-flex' }}>
                <AdminMode />
              </chakra.span>
            )}
            <HeaderThemeToggle />
            {user && <PersonMenu user={user} />}
          </>
        }
      >
        {noticeSeverities && noticeSeverities.length > 0 && (
          <Suspense>
            {/* Reset when the choice changes, because alerts that were already open aren't news. */}
            <BrowserNotices key={noticeSeverities.join()} severities={noticeSeverities} />
          </Suspense>
        )}
        <AnnouncementBanner />
        <DelaysBanner />
        <PlanBar />
        <ReturnedFromBank />
        {children}
      </Shell>
    </MemberCounts>
  );
}

const MemberCounts = ({ children }: { children: ReactNode }) => (
  <SidebarCounts value={useMemberCounts()}>{children}</SidebarCounts>
);

/** Phones have no room for the button in the header, so it's in the navigation sheet. */
function SidebarFooter({ admin }: { admin: boolean }) {
  return (
    <>
      {admin && (
        <chakra.div display={{ base: 'block', md: 'none' }} mb={4}>
          <AdminMode />
        </chakra.div>
      )}
      <PriceLinesForBuyers />
    </>
  );
}

function AdminMode() {
  return (
    <Button asChild variant="outline" size="sm">
      <Link to="/admin">
        <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
        Admin Mode
      </Link>
    </Button>
  );
}
