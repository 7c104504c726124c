// What the loader fetches when the visitor begins to do something: the page that they see becomes alive where it is.
import type { NormalizedCacheObject } from '@apollo/client';
import { hydrateRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import type { ReactNode } from 'react';
import { createClient } from '#web/app/apollo.ts';
import '#web/app/fonts.css';
import { siteHistory } from '#web/app/history.ts';
import { noteLostParts } from '#web/app/lost-parts.ts';
import { createStyles } from '#web/app/providers.tsx';
import { watchLeaving } from '#web/lib/leaving.ts';
import { currentPlatform } from '#web/lib/platform.ts';
import { takeSaid } from '#web/lib/say-next.ts';
import { toast } from '#web/ui/toaster.tsx';
import { Page } from './Page.tsx';
import { sitePages } from './pages.ts';
import { retype } from './retype.ts';

const textOf = (id: string) => document.getElementById(id)?.textContent ?? '';

noteLostParts();
watchLeaving();

const history = siteHistory();
const path = history.location.pathname.replace(/\/+$/, '') || '/';
// The server wrote this very page: it is one of them.
const Screen = await sitePages[path]!.load();
const Router = ({ children }: { children: ReactNode }) => (
  <HistoryRouter history={history}>{children}</HistoryRouter>
);

/** First what was typed and then what was clicked, which may well be the button that sends it. */
function onReady(): void {
  retype(document);
  document.dispatchEvent(new Event('site:ready'));
  const said = takeSaid('toast');
  if (said) toast({ ...said, type: 'success' });
}

hydrateRoot(
  document.getElementById('root')!,
  <Page
    client={createClient(undefined, JSON.parse(textOf('site-state')) as NormalizedCacheObject)}
    styles={createStyles()}
    platform={currentPlatform()}
    Router={Router}
    Screen={Screen}
    // Not from within React's own work, which would put its value back into a field before it takes the new one.
    onReady={() => queueMicrotask(onReady)}
  />,
);
