import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { documents } from './documents-plugin.ts';

/** The api that `npm run dev` starts; only the development server asks it. */
const api = `http://127.0.0.1:${process.env['API_PORT'] ?? process.env['PORT'] ?? 4000}`;

/** The demo's stand-in for Stripe.js, as the api adds it to its own page. Of what is built it is no part. */
const standInForStripe: Plugin = {
  name: 'stand-in-for-stripe',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: '/dev/stripe.js' }, injectTo: 'head' }],
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // RxJS has itself for old browsers as well, a quarter larger.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  plugins: [documents(), react(), standInForStripe],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // A font inlined as a data: address would be refused by the content security policy.
    assetsInlineLimit: 0,
    // React, Apollo and Chakra together; screens are chunks of their own.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A part of Emotion that isn't used needs these. They don't say that they can be left out.
      treeshake: {
        moduleSideEffects: [
          { test: /\/node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false },
        ],
      },
      input: ['index.html', 'site/main.tsx'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
      output: {
        codeSplitting: {
          groups: [
            // What the app and the site begin with: two scripts instead of forty, of which packages seldom change.
            { name: 'packages', test: /\/node_modules\//, tags: ['$initial'], minShareCount: 2, priority: 2 },
            // The frame of public pages, which signed-in people don't see.
            {
              name: 'public',
              test: /\/web\/(features\/website\/Public|app\/layouts\/PublicLayout)/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'start', tags: ['$initial'], minShareCount: 2, priority: 1 },
            // What stands on pages of the site as well as on screens.
            {
              name: 'light',
              test: /\/web\/(ui\/(EmptyState|lazy-dialog|LoadFailed|PageHeader|RelativeTime)|lib\/(dates|money|useClock)|features\/billing\/plan-words)\.tsx?$/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: 'slots',
              test: /\/@chakra-ui\/.+\/styled-system\/.*slot-recipe/,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            { name: 'fields', test: /\/@chakra-ui\/.+\/components\/(field|input)\//, priority: 1 },
            // What dialogs and menus are made with.
            {
              name: 'machines',
              test: /\/@zag-js\/(core|react)\/|\/@(ark|chakra)-ui\/.+\/components\/(presence|factory)/,
              priority: 1,
            },
            // Forms have it too, and so do the filters of lists, which need no forms.
            { name: 'select', test: /\/web\/ui\/Select\.tsx$/, priority: 1 },
            // The frame of a team's screens, and what the most used ones share: one script instead of forty.
            {
              name: 'frame',
              test: /\/web\/(app\/layouts\/MemberLayout|features\/(alerts\/(snooze|useAlertActions)|auth\/(useLooksOnly|ViewerNote)|controllers\/ControllerStatus)|ui\/(Card|Results|RowActions|SearchField|StatusDot|Swatch|useHold)|lib\/(table-params|useSearchParam))\.tsx?$|\/@apollo\/client\/react\/hooks\/useFragment\.js$/,
            },
            // The two with what only they need. What both need is in the frame, or one would load the other.
            { name: 'dashboard', test: /\/web\/features\/overview\/DashboardPage\.tsx$/ },
            {
              name: 'current-alerts',
              test: /\/web\/features\/alerts\/(AlertsPage|current\/OpenAlertsArea)\.tsx$/,
            },
            // Forms are on most screens, and not on the first one.
            {
              name: 'forms',
              test: /\/web\/(ui\/(Form|FormDialog|FieldShell|LabeledSelect|SubmitButton|TextField)\.tsx|lib\/yup-for\.ts)$/,
            },
            // The watch over idle sessions needs a dialog from the start: it brings no forms along.
            { name: 'dialogs', test: /\/web\/ui\/ConfirmDialog\.tsx$/ },
            // What most screens need: two scripts instead of thirty. Packages stay with packages: a part of Chakra beside
            // screens and one of it elsewhere would wait for each other in a circle.
            { name: 'more-packages', test: /\/node_modules\//, minShareCount: 20 },
            {
              name: 'shared',
              test: /\/web\/(app|features|gql|lib|ui)\//,
              minShareCount: 20,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/graphql': { target: api, ws: true },
      '/api': api,
      '/schema.graphql': api,
      '/dev': api,
      '/healthz': api,
      '/readyz': api,
    },
  },
});
