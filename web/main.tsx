import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import { App } from './app/App.tsx';
import { createClient } from './app/apollo.ts';
import './app/fonts.css';
import { appHistory } from './app/history.ts';
import { noteLostParts } from './app/lost-parts.ts';
import { createStyles, Providers } from './app/providers.tsx';
import { watchLeaving } from './lib/leaving.ts';
import { withoutAppParameter } from './lib/site-page.ts';

withoutAppParameter();
noteLostParts();
watchLeaving();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Providers client={createClient()} styles={createStyles()}>
      <HistoryRouter history={appHistory()}>
        <App />
      </HistoryRouter>
    </Providers>
  </StrictMode>,
);
