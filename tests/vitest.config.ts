import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Those that change or lose a module: what another file has loaded would be there already. */
const alone = 'tests/**/*.alone.{test,deep.test}.{ts,tsx}';

/** Kills, restarts, storms and full cross-products, which take minutes: `npm run test:deep` has them too. */
const deep = 'tests/**/*.deep.test.{ts,tsx}';

// Node resolves "graphql" to index.js and Vite to index.mjs: two copies refuse each other's types.
const onNode = { resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] } };
/** With a seed in SAMPLE, as `npm test` runs it, rows of long tables are drawn. */
const sampling = process.env['SAMPLE']
  ? { runner: 'tests/support/sampling-runner.ts', includeTaskLocation: true }
  : {};
/** As long as Testing Library waits. Vitest's own second is short on a busy machine. */
const patience = { timeout: 15_000 };
const api = {
  ...sampling,
  globalSetup: 'tests/support/global.ts',
  // Entities need metadata, whichever file a worker runs first.
  setupFiles: ['reflect-metadata', 'tests/support/verify-rows.ts'],
  // No test is about its own speed; a busy machine takes its time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: patience },
};
const web = {
  ...sampling,
  environment: 'jsdom',
  expect: { poll: patience },
  setupFiles: 'tests/support/web-setup.ts',
};

/** `npm test` leaves the deep files to `npm run test:deep`, which runs everything. */
export const testsBesides = (left: string[]) =>
  // What a worker has loaded serves all files it runs: loading it anew for each took a third of their time.
  defineConfig({
    root: fileURLToPath(new URL('..', import.meta.url)),
    test: {
      // One more than there are processors: much of a test's time is the database's.
      maxWorkers: availableParallelism() + 1,
      projects: [
        {
          ...onNode,
          test: {
            ...api,
            name: 'api',
            include: ['tests/api/**/*.test.ts', 'tests/*.test.ts'],
            exclude: [alone, ...left],
            isolate: false,
          },
        },
        {
          ...onNode,
          test: { ...api, name: 'api, alone', include: [alone.replace('tests', 'tests/api')], exclude: left },
        },
        {
          test: {
            ...web,
            name: 'web',
            include: ['tests/web/**/*.test.{ts,tsx}'],
            exclude: [alone, ...left],
            isolate: false,
          },
        },
        {
          test: { ...web, name: 'web, alone', include: [alone.replace('tests', 'tests/web')], exclude: left },
        },
      ],
    },
  });

export default testsBesides([deep]);
