import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { Toaster } from '#web/ui/toaster.tsx';
import { system } from './theme.ts';

/** The server writes a fresh nonce into the page, so that the content security policy lets our styles in. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
const styles = createCache({ key: 'nl', nonce });

export function Providers({ client, children }: { client: ApolloClient; children: ReactNode }) {
  return (
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <ApolloProvider client={client}>
          {children}
          <Toaster />
        </ApolloProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}
