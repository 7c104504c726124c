import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useIdentityQuestion } from '#web/lib/identity.ts';
import { useSaidNext } from '#web/lib/say-next.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { AfterPatience, LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Guard } from './Guard.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PublicLayout } from './layouts/PublicLayout.tsx';
import type { Audience, Route } from './routes.tsx';

const layouts: Record<Audience, ComponentType<{ children: ReactNode }>> = {
  // Part of what the site and the app begin with.
  visitor: PublicLayout,
  customer: lazy(() => import('./layouts/CustomerLayout.tsx').then((m) => ({ default: m.CustomerLayout }))),
  admin: lazy(() => import('./layouts/AdminLayout.tsx').then((m) => ({ default: m.AdminLayout }))),
};

const ConfirmIdentity = lazyDialog(() =>
  import('#web/features/auth/ConfirmIdentityDialog.tsx').then((m) => m.ConfirmIdentityDialog),
);

const waiting = (
  <AfterPatience>
    <LoadingSpinner />
  </AfterPatience>
);

/** The screen for the address, in the shell of its audience, if the person may see it. */
export function App({ table }: { table?: readonly Route[] }) {
  const { pathname } = useLocation();
  useEffect(() => {
    // In braces: browsers have begun to answer scrollTo with a promise, which React would take for a clean-up.
    window.scrollTo(0, 0);
  }, [pathname]);
  const said = useSaidNext('toast');
  useEffect(() => {
    if (said) toast({ ...said, type: 'success' });
  }, [said]);
  return (
    <>
      <IdentityQuestion />
      <Guard path={pathname} table={table} notFound={<NotFoundPage />}>
        {({ audience, Screen }) => {
          const Layout = layouts[audience];
          return (
            <ErrorBoundary key={audience}>
              <Suspense fallback={waiting}>
                <Layout>
                  <ErrorBoundary key={pathname}>
                    <Suspense fallback={waiting}>
                      <Screen />
                    </Suspense>
                  </ErrorBoundary>
                </Layout>
              </Suspense>
            </ErrorBoundary>
          );
        }}
      </Guard>
    </>
  );
}

/** Opens over any screen when a change needs a recent proof of identity. */
export function IdentityQuestion() {
  const answer = useIdentityQuestion();
  return answer ? <ConfirmIdentity onConfirm={() => answer(true)} onClose={() => answer(false)} /> : null;
}
