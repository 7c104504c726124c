import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Screens that change or lose a module: what another file has loaded would be there already. */
const alone = 'tests/web/**/*.alone.test.{ts,tsx}';

const web = {
  include: ['tests/web/**/*.test.{ts,tsx}'],
  environment: 'jsdom',
  setupFiles: 'tests/support/web-setup.ts',
};

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    maxWorkers: 2,
    projects: [
      {
        // Node resolves "graphql" to index.js and Vite to index.mjs: two copies refuse each other's types.
        resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/house.test.ts'],
          globalSetup: 'tests/support/global.ts',
          // No test is about its own speed; a busy machine takes its time.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Screens share what a worker has loaded: loading it anew for each file took half of their time.
      { test: { ...web, name: 'web', exclude: [alone], isolate: false } },
      { test: { ...web, name: 'web, alone', include: [alone] } },
    ],
  },
});
