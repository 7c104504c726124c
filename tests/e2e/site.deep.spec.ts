import { expect } from '@playwright/test';
import { holdScripts, isAlive, watch } from './scripts.ts';
import { demo, test } from './support.ts';

test('The first click before scripts arrive is not lost, and an impatient second one is ignored', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch to dark theme' }).dblclick();
  release();
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
});

test('Text typed before scripts arrive is not lost', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/contact');
  await page.getByLabel('Name').click();
  await page.keyboard.type('Zoë');
  await page.getByLabel('Email').fill('zoe@example.test');
  await page.getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.type('Is anybody there?');
  await page.keyboard.press('ArrowLeft');
  release();
  await isAlive(page);
  // Where the person is, with the cursor where it was.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type(' still');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Is anybody there still?');
  await expect(page.getByLabel('Name')).toHaveValue('Zoë');
  // The form knows it too: only what is missing is asked for.
  await page.getByLabel('Subject').fill('Hello');
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Message Sent Successfully').first()).toBeVisible();
});

test('Dark mode never flashes white', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL, colorScheme: 'dark' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForSelector('#root', { state: 'attached' });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await ground()).toBe('rgb(11, 17, 32)');
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.reload();
  expect(await ground()).toBe('rgb(248, 250, 252)');
  await page.close();
});

test("The operator's scripts run for visitors, and never where someone is signed in", async ({
  page,
  login,
  request,
}) => {
  const signIn = await request.post('/api/auth/login', {
    data: { email: demo.admin, password: demo.password },
  });
  const { token } = (await signIn.json()) as { token: string };
  const save = (analyticsCode: string) =>
    request.put('/api/admin/seo/advanced', {
      headers: { authorization: `Bearer ${token}` },
      data: { analyticsCode },
    });
  expect((await save('<script>window.counted = true; fetch("/healthz");</script>')).status()).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  const { statement } = (await (await request.get('/api/admin/seo/scripts', { headers })).json()) as {
    statement: string;
  };
  const risk = '/api/admin/seo/scripts/risk';
  expect((await request.put(risk, { headers, data: { statement } })).status()).toBe(200);
  try {
    const { complaints } = watch(page);
    const counted = () => page.evaluate(() => 'counted' in window);
    await page.goto('/');
    expect(await counted()).toBe(true);
    await page.keyboard.press('Shift');
    await isAlive(page);
    expect(complaints).toEqual([]);
    // From the site into the app the browser loads a page.
    await page.getByRole('link', { name: 'Login' }).first().click();
    await page.waitForURL('**/auth');
    expect(await counted()).toBe(false);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect.poll(counted).toBe(true);

    await login();
    for (const path of ['/', '/packages?a=b#c']) {
      await page.goto(path);
      await expect(page.getByRole('navigation').first()).toBeVisible();
      await expect(page).toHaveURL(path);
      expect([path, await counted()]).toEqual([path, false]);
    }
  } finally {
    await save('');
    await request.delete(risk, { headers });
  }
});

test('Typed text stays if scripts never arrive, and is restored with the page once they do', async ({
  page,
  context,
}) => {
  await page.goto('/contact');
  const message = page.getByRole('textbox', { name: 'Message' });
  const send = page.getByRole('button', { name: 'Send Message' });
  await context.setOffline(true);
  await message.click();
  await page.keyboard.type('Is anybody there?');
  await send.click();
  await expect(page.getByRole('alert')).toContainText("We can't reach the server.");
  await expect(message).toHaveValue('Is anybody there?');
  await context.setOffline(false);
  await send.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(message).toHaveValue('Is anybody there?');
  await isAlive(page);
  await send.click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await expect(message).toHaveValue('Is anybody there?');
});

test('An operator’s longest words make no page wider than its window', async ({ page, request }) => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const signIn = await request.post('/api/auth/login', {
    data: { email: demo.admin, password: demo.password },
  });
  const { token } = (await signIn.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const save = async (part: string, data: object) => {
    const answer = await request.put(`/api/admin/website/${part}`, { headers, data });
    expect([part, answer.status()]).toEqual([part, 200]);
  };
  const read = async (part: string) =>
    (await (await request.get(`/api/admin/website/${part}`, { headers })).json()) as Record<string, string>;
  const [{ siteName }, { companyName }, home] = [
    await read('branding'),
    await read('footer'),
    await read('homepage'),
  ];
  const { heroTitle, heroSubtitle, heroCtaPrimary, finalCtaTitle, statsUsersLabel } = home;
  try {
    await save('branding', { siteName: word.slice(0, 60) });
    await save('footer', { companyName: word });
    await save('homepage', {
      heroTitle: word,
      heroSubtitle: word,
      heroCtaPrimary: word,
      finalCtaTitle: word,
      statsUsersLabel: word,
    });
    for (const path of ['/', '/contact', '/terms', '/privacy'])
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([path, width, wide > width]).toEqual([path, width, false]);
      }
  } finally {
    await save('branding', { siteName });
    await save('footer', { companyName });
    await save('homepage', { heroTitle, heroSubtitle, heroCtaPrimary, finalCtaTitle, statsUsersLabel });
  }
});
