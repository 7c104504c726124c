import { chakra } from '@chakra-ui/react';
import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { Outlet, useNavigate, useNavigation } from 'react-router';
import { isAdmin, useSession, type SessionUser } from '#web/features/auth/useSession.ts';
import { isLoadingPage, useLoadPage } from '#web/lib/page-load.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Delayed, LoadingSpinner, useDelayed } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';

const audiences = ['visitor', 'member', 'admin'] as const;
/** Who a screen is for. */
export type Audience = (typeof audiences)[number];

/** The audiences whose screens a person may see, their own first. */
const sees: Record<Audience, readonly Audience[]> = {
  visitor: ['visitor'],
  member: ['member', 'visitor'],
  admin: ['admin', 'member', 'visitor'],
};

const layouts: Record<Audience, ComponentType<{ children: ReactNode }>> = {
  visitor: lazy(() => import('./layouts/PublicLayout.tsx').then((m) => ({ default: m.PublicLayout }))),
  member: lazy(() => import('./layouts/MemberLayout.tsx').then((m) => ({ default: m.MemberLayout }))),
  admin: lazy(() => import('./layouts/AdminLayout.tsx').then((m) => ({ default: m.AdminLayout }))),
};
const TwoFactorSetupLayout = lazy(() =>
  import('./TwoFactorSetupLayout.tsx').then((m) => ({ default: m.TwoFactorSetupLayout })),
);

/** Between the reason and the redirect, in milliseconds, as documented. */
const REDIRECT_AFTER = 500;

export const waiting = (
  <Delayed>
    <LoadingSpinner />
  </Delayed>
);

/** The first of a person's audiences that a screen is for. */
function nearest(user: SessionUser | undefined, of: readonly Audience[]): Audience | undefined {
  const own: Audience = !user ? 'visitor' : isAdmin(user) ? 'admin' : 'member';
  return sees[own].find((one) => of.includes(one));
}

/**
 * A layout route: an audience's shell around its screens, and the only place that decides who may see them. If audiences
 * share an address, each person gets their own shell.
 */
export function AudienceLayout({ of }: { of: readonly Audience[] }) {
  const { user, error, askAgain } = useSession();
  const audience = nearest(user, of);
  if (!audience) {
    if (user) return <AccessDenied />;
    // A server that doesn't answer hasn't signed anyone out.
    return error ? <SessionUnknown error={error} onRetry={askAgain} /> : <LoggedOut />;
  }
  const Layout = user?.mustSetUpTwoFactor ? TwoFactorSetupLayout : layouts[audience];
  return (
    <Suspense key={audience} fallback={waiting}>
      <Layout>
        <ScreenOutlet />
      </Layout>
    </Suspense>
  );
}

/** The screen, or a spinner while the next one takes noticeably long to load. */
function ScreenOutlet() {
  const isLate = useDelayed(useNavigation().state === 'loading');
  return isLate ? <LoadingSpinner /> : <Outlet />;
}

/** For an address where each audience has a screen of its own. */
export type OwnScreens = Partial<Record<Audience, ReactNode>>;

export function OwnScreen({ screens }: { screens: OwnScreens }) {
  const { user } = useSession();
  const audience = nearest(
    user,
    audiences.filter((one) => one in screens),
  );
  return <Suspense fallback={waiting}>{audience && screens[audience]}</Suspense>;
}

function SessionUnknown({ error, onRetry }: { error: unknown; onRetry: () => Promise<unknown> }) {
  return (
    <chakra.main p={{ base: 4, md: 8 }}>
      <LoadFailed title="We couldn’t check your session" error={error} onRetry={onRetry} />
    </chakra.main>
  );
}

function LoggedOut() {
  const leave = useLoadPage();
  useEffect(() => {
    if (isLoadingPage()) return undefined;
    toast({ title: 'You are logged out. Logging in again...', type: 'error' });
    const timer = setTimeout(() => leave('/api/login'), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [leave]);
  return <LoadingSpinner />;
}

function AccessDenied() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({
      title: 'Access Denied',
      description: "You don't have permission to access this page.",
      type: 'error',
    });
    const timer = setTimeout(() => void navigate('/'), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <LoadingSpinner />;
}
