import { expect, type Page } from '@playwright/test';
import { demo, test } from './support.ts';

const surname = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissen';
const address = `a-very-long-local-part-of-an-address-that-does-not-end-soon@${'subdomain.'.repeat(6)}example.test`;
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

test('a long name and a long address push no control off the screen', async ({ page, request }) => {
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

  const turnInto = async ({ token }: { token: string }) => {
    await page.goto('/auth');
    await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token);
  };
  await turnInto(admin);
  await allInside(page, '/admin');
  await allInside(page, '/admin/users');
  await turnInto(customer);
  await allInside(page, '/team');

  expect((await call(lastName)).status()).toBe(200);
  const { id } = (await invited.json()) as { id: string };
  const removed = await request.delete(`/api/team/invitations/${id}`, { headers: as(customer) });
  expect(removed.status()).toBe(200);
});
