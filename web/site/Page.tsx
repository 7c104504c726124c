import type { ApolloClient } from '@apollo/client';
import type { EmotionCache } from '@emotion/cache';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { PublicLayout } from '#web/app/layouts/PublicLayout.tsx';
import { Providers } from '#web/app/providers.tsx';
import { ScreenError } from '#web/app/ScreenError.tsx';
import { useUnsavedChangesBlocker } from '#web/lib/unsaved-changes.ts';
import { PlatformContext, type Platform } from '#web/lib/platform.ts';

/** One page of the site as a route, the same on the server and in the browser, so that one can take over from the other. */
export const pageRoute = (path: string, Component: ComponentType): RouteObject => ({
  Component: Frame,
  errorElement: <ScreenError />,
  children: [{ path, Component, errorElement: <ScreenError /> }],
});

function Frame() {
  useUnsavedChangesBlocker();
  return (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  );
}

type Props = {
  client: ApolloClient;
  styles: EmotionCache;
  /** What the product is called here. */
  platform: Platform;
  /** Called once everything responds to the visitor. */
  onReady?: () => void;
  /** The router with the page's route. */
  children: ReactNode;
};

/** What a page of the site needs around its router. */
export function Page({ client, styles, platform, onReady, children }: Props) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <Providers client={client} styles={styles}>
      <PlatformContext value={platform}>{children}</PlatformContext>
    </Providers>
  );
}
