import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Those that change or lose a module: what another file has loaded would be there already. */
const alone = 'tests/**/*.alone.test.{ts,tsx}';

// Node resolves "graphql" to index.js and Vite to index.mjs: two copies refuse each other's types.
const onNode = { resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] } };
const api = {
  include: ['tests/api/**/*.test.ts', 'tests/house.test.ts'],
  globalSetup: 'tests/support/global.ts',
  // No test is about its own speed; a busy machine takes its time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};
const web = {
  include: ['tests/web/**/*.test.{ts,tsx}'],
  environment: 'jsdom',
  setupFiles: 'tests/support/web-setup.ts',
};

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Much of the time of a file is waiting: for the database, for a stand-in, for a clock.
    maxWorkers: 3,
    // Files share what a worker has loaded: loading it anew for each of 300 took half of the time.
    isolate: false,
    projects: [
      { ...onNode, test: { ...api, name: 'api', exclude: [alone] } },
      {
        ...onNode,
        test: { ...api, name: 'api, alone', include: ['tests/api/*.alone.test.ts'], isolate: true },
      },
      { test: { ...web, name: 'web', exclude: [alone] } },
      {
        test: { ...web, name: 'web, alone', include: ['tests/web/**/*.alone.test.{ts,tsx}'], isolate: true },
      },
    ],
  },
});
