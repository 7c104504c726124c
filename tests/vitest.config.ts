import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Those that change or lose a module: what another file has loaded would be there already. */
const alone = 'tests/**/*.alone.test.{ts,tsx}';

// Node resolves "graphql" to index.js and Vite to index.mjs: two copies refuse each other's types.
const onNode = { resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] } };
const api = {
  include: ['tests/api/**/*.test.ts', 'tests/*.test.ts'],
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

// What a worker has loaded serves all files it runs: loading it anew for each took a third of their time.
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // One more than there are processors: much of a test's time is the database's.
    maxWorkers: 3,
    projects: [
      { ...onNode, test: { ...api, name: 'api', exclude: [alone], isolate: false } },
      { ...onNode, test: { ...api, name: 'api, alone', include: ['tests/api/**/*.alone.test.ts'] } },
      { test: { ...web, name: 'web', exclude: [alone], isolate: false } },
      { test: { ...web, name: 'web, alone', include: ['tests/web/**/*.alone.test.{ts,tsx}'] } },
    ],
  },
});
