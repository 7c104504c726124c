import { expect, type BrowserContext, type Page } from '@playwright/test';

/** What a service worker has, and pages haven't. */
export interface WorkerScope {
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  dispatchEvent: (event: Event) => boolean;
  ExtendableEvent: typeof Event;
  shown: object[];
}

/** The service worker, which the app registers once its first screen has settled. It notes what it would show. */
export async function workerOf(context: BrowserContext, page: Page) {
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled, { timeout: 30_000 }).toBe(true);
  const [worker] = context.serviceWorkers();
  // Chromium without a screen has no notifications.
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options });
  });
  return worker!;
}
