import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { alertOf, comeOnline, goOffline, UNTIL_RESOLVED } from './devices.ts';
import { demo, test, UNTIL_RAISED } from './support.ts';

/** Devices with an open alert on the first controller, newest first, as the server knows them. */
async function known(request: APIRequestContext): Promise<string[]> {
  const login = await request.post('/api/auth/login', {
    data: { email: demo.customer, password: demo.password },
  });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const controllers = (await (await request.get('/api/controllers', { headers })).json()) as { id: string }[];
  const answer = await request.get(`/api/controllers/${controllers[0]?.id}/alerts`, { headers });
  const { alerts } = (await answer.json()) as { alerts: { deviceName: string }[] };
  return alerts.map(({ deviceName }) => deviceName);
}

/** The same as the screen shows them. */
const shown = (page: Page) =>
  page
    .locator('[data-phase]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[data-part=name] a')?.textContent));

// Nothing is wrong yet, and no other test breaks anything.
test.use({ freshFor: 'alerts.deep' });

test.setTimeout(240_000);

test('resumes after the connection was lost: nothing is missed or repeated', async ({
  page,
  context,
  request,
  login,
  unifi,
  raised,
  aMinutePasses,
}) => {
  const [goes, stays, comes] = ['AP Quality Lab', 'AP Canteen', 'AP Reception'] as const;
  for (const device of [goes, stays]) await goOffline(unifi, device);
  await login();
  await page.goto('/alerts');
  for (const device of [goes, stays]) await raised(alertOf(page, device));
  await goOffline(unifi, comes);

  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await comeOnline(unifi, goes);
  const knownLater = async () => {
    await aMinutePasses();
    return known(request);
  };
  await expect.poll(knownLater, { timeout: UNTIL_RAISED }).toEqual([comes, stays]);
  await expect(alertOf(page, goes)).toBeVisible();
  await expect(alertOf(page, comes)).toBeHidden();

  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: UNTIL_RESOLVED });
  await expect.poll(() => shown(page)).toEqual([stays, comes]);
  for (const device of [comes, stays]) await comeOnline(unifi, device);
  await expect(page.getByText('All Clear!')).toBeVisible({ timeout: UNTIL_RESOLVED });
});
