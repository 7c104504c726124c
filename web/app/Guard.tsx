import { chakra } from '@chakra-ui/react';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { isAdmin, useSession, type SessionUser } from '#web/features/auth/useSession.ts';
import { isLeaving, useLeave } from '#web/lib/leave.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { findRoute, type Audience, type Route } from './routes.tsx';

/**
 * Only a signed-in person pays for it. Where it cannot be loaded the server ends the session in time: what screens ask
 * by themselves is no sign.
 */
const IdleWatch = lazy(() =>
  import('#web/features/auth/IdleWatch.tsx').then(
    (m) => ({ default: m.IdleWatch }),
    () => ({ default: () => null }),
  ),
);
const SetUpFirst = lazy(() => import('./SetUpFirst.tsx').then((m) => ({ default: m.SetUpFirst })));

/** Where a second factor is set up. */
const SET_UP = '/2fa-setup';

/** Between saying why and going, in milliseconds, as documented. */
const REDIRECT_AFTER = 500;

type Props = {
  path: string;
  table?: readonly Route[];
  notFound: ReactNode;
  children: (route: Route) => ReactNode;
};

/** The one place that judges who sees a screen; no screen checks roles for itself. */
export function Guard(props: Props) {
  const { user, loading, error, askAgain } = useSession();
  if (loading) return <LoadingSpinner />;
  // A server that is away has signed nobody out; what visitors may see shows all the same.
  if (error && findRoute(props.path, 'visitor', props.table) === 'refused')
    return (
      <chakra.main p={{ base: 4, md: 8 }}>
        <LoadFailed title="Your session could not be looked up" error={error} onRetry={askAgain} />
      </chakra.main>
    );
  return (
    <>
      {user?.mustSetUpTwoFactor ? <TwoFactorFirst path={props.path} /> : <Judged {...props} user={user} />}
      {user?.sessionTimeout && (
        <Suspense>
          <IdleWatch key={user.id} minutes={user.sessionTimeout} />
        </Suspense>
      )}
    </>
  );
}

/** The policy demands it: whatever path they open. */
function TwoFactorFirst({ path }: { path: string }) {
  if (path !== SET_UP) return <Navigate to={SET_UP} replace />;
  return (
    <Suspense fallback={<LoadingSpinner />}>
      <SetUpFirst />
    </Suspense>
  );
}

function Judged({ path, table, notFound, children, user }: Props & { user?: SessionUser }) {
  const viewer: Audience = !user ? 'visitor' : isAdmin(user) ? 'admin' : 'customer';
  const route = findRoute(path, viewer, table);
  if (!route) return notFound;
  if (route === 'refused') return user ? <AccessDenied /> : <LoggedOut />;
  return children(route);
}

function LoggedOut() {
  const leave = useLeave();
  useEffect(() => {
    if (isLeaving()) return undefined;
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
