import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { emailLink } from './mailbox.ts';

/** Of every account that a test makes. */
export const password = 'Copper-Lantern-42!';

interface Joining {
  firstName?: string;
  companyName?: string;
  packageId?: string;
}

/** An account that is verified, made through the documented calls. */
export async function join(request: APIRequestContext, email: string, joining: Joining = {}): Promise<void> {
  const registered = await request.post('/api/register', {
    data: {
      firstName: 'Nora',
      lastName: 'Lindqvist',
      companyName: 'Lindqvist Networks',
      ...joining,
      email,
      password,
      confirmPassword: password,
      agreeToTerms: true,
    },
  });
  expect(registered.status()).toBe(200);
  const link = new URL(await emailLink(request, email, '/verify-email'));
  const verified = await request.post('/api/auth/verify-email', {
    data: { token: link.searchParams.get('token') },
  });
  expect(verified.status()).toBe(200);
}

/** Fills in the form that is on the screen. */
export async function enterCredentials(page: Page, email: string, secret = password): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(secret);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Another browser, with nothing of this one. */
export async function elsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

/** What a call of someone's carries. */
export async function signedIn(
  request: APIRequestContext,
  email: string,
  secret = password,
): Promise<{ authorization: string }> {
  const answer = await request.post('/api/auth/login', { data: { email, password: secret } });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}
