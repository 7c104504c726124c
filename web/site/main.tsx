// What the loader fetches when the visitor begins to do something: the page that they see becomes alive where it is.
import type { NormalizedCacheObject } from '@apollo/client';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, redirectDocument } from 'react-router';
import { Router } from '#web/app/Router.tsx';
import { createClient } from '#web/app/apollo.ts';
import '#web/app/fonts.css';
import { trackChunkErrors } from '#web/app/chunk-errors.ts';
import { createStyles } from '#web/app/providers.tsx';
import { currentPlatform } from '#web/lib/platform.ts';
import { takeFlashMessage } from '#web/lib/flash-message.ts';
import { toast } from '#web/ui/toaster.tsx';
import { Page, pageRoute } from './Page.tsx';
import { sitePages } from './pages.ts';
import { retype } from './retype.ts';

const textOf = (id: string) => document.getElementById(id)?.textContent ?? '';

trackChunkErrors();

const path = window.location.pathname.replace(/\/+$/, '') || '/';
// The server wrote this very page: it is one of them.
const Screen = await sitePages[path]!.load();
const router = createBrowserRouter([
  pageRoute(path, Screen),
  // Every other page comes from the server, with its head and whatever else it has.
  { path: '*', loader: ({ request }) => redirectDocument(request.url) },
]);

/** First what was typed and then what was clicked, which may well be the button that sends it. */
function onReady(): void {
  retype(document);
  document.dispatchEvent(new Event('site:ready'));
  const said = takeFlashMessage('toast');
  if (said) toast({ ...said, type: 'success' });
}

hydrateRoot(
  document.getElementById('root')!,
  <Page
    client={createClient(undefined, JSON.parse(textOf('site-state')) as NormalizedCacheObject)}
    styles={createStyles()}
    platform={currentPlatform()}
    // Not from within React's own work, which would put its value back into a field before it takes the new one.
    onReady={() => queueMicrotask(onReady)}
  >
    <Router router={router} />
  </Page>,
);
