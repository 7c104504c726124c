// The public site on an origin of its own: what administrators enter for it cannot reach anyone's sign-in.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { demo, test } from './support.ts';

test.use({ freshFor: 'site-origins', siteApart: true });

const spy = `<script>
  window.heard = [];
  window.found = localStorage.getItem('auth_token');
  addEventListener('storage', ({ key }) => window.heard.push(key));
</script>`;

async function enterScript(request: APIRequestContext): Promise<void> {
  const signIn = await request.post('/api/auth/login', {
    data: { email: demo.admin, password: demo.password },
  });
  const { token } = (await signIn.json()) as { token: string };
  const saved = await request.put('/api/admin/seo/advanced', {
    headers: { authorization: `Bearer ${token}` },
    data: { analyticsCode: spy },
  });
  expect(saved.status()).toBe(200);
}

const isRunning = (page: Page) => page.evaluate(() => 'heard' in window);
/** What the script knows of a sign-in. */
const seen = (page: Page) =>
  page.evaluate(() => ({
    heard: (window as unknown as { heard: string[] }).heard,
    found: (window as unknown as { found: string | null }).found,
    now: localStorage.getItem('auth_token'),
  }));

test('A script on the public site can’t read a sign-in in another tab', async ({
  page,
  context,
  login,
  request,
  baseURL,
}) => {
  await enterScript(request);
  const siteUrl = baseURL!.replace('127.0.0.1', 'localhost');
  const site = await context.newPage();
  // The app's address leads visitors to the site, and from there to the sign-in of the app.
  await site.goto(`${baseURL}/contact?from=a#b`);
  await site.waitForURL(`${siteUrl}/contact?from=a#b`);
  expect(await isRunning(site)).toBe(true);

  await page.goto(siteUrl);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.waitForURL(`${baseURL}/auth`);
  expect(await isRunning(page)).toBe(false);
  await login();
  await page.reload();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBeNull();
  expect(await seen(site)).toEqual({ heard: [], found: null, now: null });

  // The app itself stays where it is, and runs no such script.
  for (const path of ['/', '/packages']) {
    await page.goto(path);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expect(page).toHaveURL(baseURL + path);
    expect([path, await isRunning(page)]).toEqual([path, false]);
  }
});

test('A token from before the site had its own origin is removed before a script can read it', async ({
  page,
  request,
  baseURL,
}) => {
  await enterScript(request);
  const siteUrl = baseURL!.replace('127.0.0.1', 'localhost');
  await page.goto(siteUrl);
  await page.evaluate(() => localStorage.setItem('auth_token', 'a token of last week'));
  await page.reload();
  expect(await isRunning(page)).toBe(true);
  expect(await seen(page)).toEqual({ heard: [], found: null, now: null });
});

test('A form of the public site is sent from its own origin', async ({ page, baseURL }) => {
  const siteUrl = baseURL!.replace('127.0.0.1', 'localhost');
  await page.goto(`${siteUrl}/contact`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Vic Visitor');
  await page.getByRole('textbox', { name: 'Email' }).fill('vic@example.test');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Hello');
  await page.getByRole('textbox', { name: 'Message' }).fill('Is anybody there on this address?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent', { exact: false }).first()).toBeVisible();
});
