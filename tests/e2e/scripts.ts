import type { Page } from '@playwright/test';

/** Scripts that a page fetches, and what it complains of. */
export function watch(page: Page) {
  const scripts: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return { scripts, complaints };
}

/** React has taken over what the server wrote. */
export const isAlive = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('#main')!).some((key) => key.startsWith('__react')),
  );

/** Holds scripts back, so that the person is faster than the line, until what it returns is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
