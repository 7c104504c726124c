import { expect, type Page } from '@playwright/test';
import { demo, test } from './support.ts';

const surname = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissen';
const address = `a-very-long-local-part-of-an-address-that-does-not-end-soon@${'subdomain.'.repeat(6)}example.test`;
const configSchema = { type: 'object', properties: { channel: { type: 'string' } } };
const everySunday = {
  repeats: 'weekly',
  startsAt: '2026-01-04T02:00',
  minutes: 60,
  weekdays: [7],
  timeZone: 'Europe/London',
};
const widths = [1440, 1280, 1100, 900, 768, 390, 320];

/** Whatever can be pressed is on the screen at each width, once the page has taken to it. */
async function allInside(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByText(surname).first()).toBeVisible();
    await expect.poll(() => outside(page), { message: `${path} at ${width}` }).toEqual([]);
  }
}

const outside = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('a, button, select, input')]
      .filter((control) => {
        const { width, left, right } = control.getBoundingClientRect();
        return width > 0 && (left < 0 || right > window.innerWidth + 1);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );

// The lists of the administration show the newest.
test.use({ freshFor: 'long-names' });

test('a long name and a long address push no control off the screen', async ({ page, request }) => {
  test.slow();
  const signIn = async (email: string) => {
    const answer = await request.post('/api/auth/login', { data: { email, password: demo.password } });
    return (await answer.json()) as { token: string; userId: string };
  };
  const [admin, customer] = [await signIn(demo.admin), await signIn(demo.customer)];
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
  const call = (lastName: string) =>
    request.put(`/api/admin/users/${customer.userId}`, { headers: as(admin), data: { lastName } });
  const me = await request.get('/api/auth/user', { headers: as(customer) });
  const { lastName } = (await me.json()) as { lastName: string };
  expect((await call(surname)).status()).toBe(200);
  const invited = await request.post('/api/team/invitations', {
    headers: as(customer),
    data: { email: address, role: 'viewer' },
  });
  expect(invited.status()).toBe(200);
  const post = async (who: { token: string }, path: string, data: object) => {
    const answer = await request.post(path, { headers: as(who), data });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as { id: string };
  };
  const named = { name: surname, description: `${surname} ${surname}` };
  const template = await post(admin, '/api/admin/integration-templates', {
    ...named,
    type: 'chat',
    configSchema,
  });
  const sold = await post(admin, '/api/admin/packages', {
    ...named,
    price: '12345.67',
    currency: 'USD',
    stripePriceIdUsd: 'price_long',
    features: [surname],
  });
  const waiting = await request.post('/api/waitlist', {
    data: { email: address, packageId: sold.id, packageName: surname },
  });
  expect(waiting.status()).toBeLessThan(300);
  const window = await post(customer, '/api/maintenance-windows', { ...named, ...everySunday });
  const [controller] = (await (await request.get('/api/controllers', { headers: as(customer) })).json()) as {
    id: string;
    name: string;
  }[];
  const callController = (name: string) =>
    request.put(`/api/controllers/${controller!.id}`, { headers: as(customer), data: { name } });
  expect((await callController(surname)).status()).toBe(200);

  const turnInto = async ({ token }: { token: string }) => {
    await page.goto('/auth');
    await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token);
  };
  await turnInto(admin);
  await allInside(page, '/admin');
  await allInside(page, '/admin/users');
  for (const path of ['/admin/integrations', '/admin/packages', '/admin/waitlist'])
    await allInside(page, path);
  await turnInto(customer);
  const bought = ['/packages', '/billing', `/subscribe?package=${sold.id}`];
  for (const path of [
    '/team',
    '/maintenance',
    '/integrations',
    '/integrations?tab=channels',
    '/halopsa-setup',
    '/alerts',
    ...bought,
  ])
    await allInside(page, path);

  expect((await call(lastName)).status()).toBe(200);
  expect((await callController(controller!.name)).status()).toBe(200);
  await request.delete(`/api/maintenance-windows/${window.id}`, { headers: as(customer) });
  await request.delete(`/api/admin/packages/${sold.id}`, { headers: as(admin) });
  await request.delete(`/api/admin/integration-templates/${template.id}`, { headers: as(admin) });
  const { id } = (await invited.json()) as { id: string };
  const removed = await request.delete(`/api/team/invitations/${id}`, { headers: as(customer) });
  expect(removed.status()).toBe(200);
});
