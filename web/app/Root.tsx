import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import { useThisDevice } from '#web/features/notifications/push/useThisDevice.ts';
import { useIdentityQuestion } from '#web/lib/identity.ts';
import { useUnsavedChangesBlocker } from '#web/lib/unsaved-changes.ts';
import { useFlashMessage } from '#web/lib/flash-message.ts';
import { useScrollPosition } from './useScrollPosition.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';

const ConfirmIdentity = lazyDialog(() =>
  import('#web/features/auth/session/ConfirmIdentityDialog.tsx').then((m) => m.ConfirmIdentityDialog),
);

/**
 * Only a signed-in person pays for it. If it can't be loaded, the server ends the session in time, because requests that
 * screens make on their own don't count as activity.
 */
const IdleWatch = lazy(() =>
  import('#web/features/auth/session/IdleWatch.tsx').then(
    (m) => ({ default: m.IdleWatch }),
    () => ({ default: () => null }),
  ),
);

/** Where a second factor is set up. */
const SET_UP = '/2fa-setup';

/** The route around all others: what applies on every screen. */
export function Root() {
  const { pathname } = useLocation();
  const { user, loading } = useSession();
  const said = useFlashMessage('toast');
  useUnsavedChangesBlocker();
  useThisDevice(user);
  useScrollPosition();
  useEffect(() => {
    if (said) toast({ ...said, type: 'success' });
  }, [said]);
  if (loading) return <LoadingSpinner />;
  return (
    <>
      <IdentityQuestion />
      {user?.mustSetUpTwoFactor && pathname !== SET_UP ? <Navigate to={SET_UP} replace /> : <Outlet />}
      {user?.sessionTimeout && (
        <Suspense>
          <IdleWatch key={user.id} minutes={user.sessionTimeout} />
        </Suspense>
      )}
    </>
  );
}

/** Opens over any screen when a change needs a recent proof of identity. */
export function IdentityQuestion() {
  const answer = useIdentityQuestion();
  return answer ? <ConfirmIdentity onConfirm={() => answer(true)} onClose={() => answer(false)} /> : null;
}
