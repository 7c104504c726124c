import type { ApolloClient } from '@apollo/client';
import type { EmotionCache } from '@emotion/cache';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary } from '#web/app/ErrorBoundary.tsx';
import { PublicLayout } from '#web/app/layouts/PublicLayout.tsx';
import { Providers } from '#web/app/providers.tsx';
import { PlatformGiven, type Platform } from '#web/lib/platform.ts';

type Props = {
  client: ApolloClient;
  styles: EmotionCache;
  /** What the product is called here. */
  platform: Platform;
  Router: ComponentType<{ children: ReactNode }>;
  Screen: ComponentType;
  /** Everything answers to the person now. */
  onReady?: () => void;
};

/** One page of the site: the same tree on the server and in the browser, so that the one can take over from the other. */
export function Page({ client, styles, platform, Router, Screen, onReady }: Props) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <Providers client={client} styles={styles}>
      <PlatformGiven value={platform}>
        <Router>
          <ErrorBoundary>
            <PublicLayout>
              <ErrorBoundary>
                <Screen />
              </ErrorBoundary>
            </PublicLayout>
          </ErrorBoundary>
        </Router>
      </PlatformGiven>
    </Providers>
  );
}
