import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserOptions } from './e2e/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/results',
  forbidOnly: true,
  // The journeys that take minutes are left to `npm run test:deep`.
  testIgnore: '**/*.deep.spec.ts',
  // A file at a time each, over a program of its own: much of the time is a rule's minute.
  workers: Math.max(2, availableParallelism()),
  timeout: 180_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1440, height: 900 },
    // Requests that pass one can't be answered by a test. The files about the installed app allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: await browserOptions(),
  },
});
