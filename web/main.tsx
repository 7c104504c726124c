import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import { createClient } from './app/apollo.ts';
import './app/fonts.css';
import { noteLostParts } from './app/lost-parts.ts';
import { Providers } from './app/providers.tsx';
import { watchLeaving } from './lib/leaving.ts';

noteLostParts();
watchLeaving();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Providers client={createClient()}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
);
