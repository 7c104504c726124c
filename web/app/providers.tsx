import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { ChakraProvider } from '@chakra-ui/react';
import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { Toaster } from '#web/ui/toaster.tsx';
import { nestConditions } from './nest-conditions.ts';
import { system } from './theme.ts';

/** The server writes a fresh nonce into the page, so that the content security policy lets our styles in. */
const nonceOfPage = () =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;

/** The one prefix that the browsers we build for still need: by itself the library writes a third more, for older ones. */
const prefix: StylisPlugin = (rule) => {
  if (rule.props === 'user-select') rule.return = `-webkit-${rule.value}${rule.value}`;
};

/** The style library's memory of one page; the server makes one for each page that it writes. */
export const createStyles = (nonce = nonceOfPage()): EmotionCache =>
  createCache({
    key: 'nl',
    nonce,
    stylisPlugins: [prefix, ...(typeof document === 'undefined' ? [] : [nestConditions])],
  });

type Props = { client: ApolloClient; styles: EmotionCache; children: ReactNode };

export function Providers({ client, styles, children }: Props) {
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
