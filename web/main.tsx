import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { createClient } from './app/apollo.ts';
import './app/fonts.css';
import { trackChunkErrors } from './app/chunk-errors.ts';
import { createStyles, Providers } from './app/providers.tsx';
import { Router } from './app/Router.tsx';
import { routesAround, screens } from './app/routes.tsx';
import { registerWorkerSoon } from './lib/service-worker.ts';
import { withoutAppParameter } from './lib/site-page.ts';

withoutAppParameter();
trackChunkErrors();
registerWorkerSoon();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Providers client={createClient()} styles={createStyles()}>
      <Router router={createBrowserRouter(routesAround(screens))} />
    </Providers>
  </StrictMode>,
);
