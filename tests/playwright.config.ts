import { defineConfig } from '@playwright/test';
import { browserOptions } from './e2e/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/results',
  forbidOnly: true,
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: await browserOptions(),
  },
});
