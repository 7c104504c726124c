import { expect, type BrowserContext, type Page } from '@playwright/test';
import { test } from './support.ts';
import { workerOf, type WorkerScope } from './worker.ts';

test.use({ serviceWorkers: 'allow' });

/** A push message of the browser's push service. */
async function deliver(context: BrowserContext, page: Page, message: object): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
}

test('A push notification opens its alert in the tab that is open, without reloading it', async ({
  page,
  context,
  login,
}) => {
  await login();
  const worker = await workerOf(context, page);
  const shown = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);
  await deliver(context, page, {
    title: '▲ Critical: AP Lobby',
    tag: 'one',
    url: '/maintenance',
    token: 't',
  });
  await expect.poll(shown).toMatchObject([
    {
      title: '▲ Critical: AP Lobby',
      tag: 'one',
      actions: [{ title: 'Acknowledge' }, { title: 'Snooze 1 h' }],
    },
  ]);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const notification = { close: () => undefined, data: { url: '/maintenance' } };
    scope.dispatchEvent(
      Object.assign(new scope.ExtendableEvent('notificationclick'), { action: '', notification }),
    );
  });
  await expect(page).toHaveURL(/\/maintenance$/);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});
