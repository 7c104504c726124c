import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import { useLeave } from '#web/lib/leave.ts';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { findRoute, type Audience, type Route } from './routes.tsx';

/** Between saying why and going, in milliseconds, as documented. */
const REDIRECT_AFTER = 500;

type Props = {
  path: string;
  table?: readonly Route[];
  notFound: ReactNode;
  children: (route: Route) => ReactNode;
};

/** The one place that judges who sees a screen; no screen checks roles for itself. */
export function Guard({ path, table, notFound, children }: Props) {
  const { user, loading } = useSession();
  if (loading) return <LoadingSpinner />;
  const viewer: Audience = !user ? 'visitor' : isAdmin(user) ? 'admin' : 'customer';
  const route = findRoute(path, viewer, table);
  if (!route) return notFound;
  if (route === 'refused') return user ? <AccessDenied /> : <LoggedOut />;
  return children(route);
}

function LoggedOut() {
  const leave = useLeave();
  useEffect(() => {
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
