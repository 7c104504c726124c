import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { User } from '#api/features/users/user.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPackage, registration } from '#tests/support/joining.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const { email } = registration;

let running: Running;
let cast: Cast;
let packageId: string;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  packageId = await addPackage(running);
});

const rows = () => running.app.orm.em.fork();
const found = () => rows().findOne(User, { email });
const register = (fields: Record<string, unknown> = {}) =>
  rest(cast.vic).post('/api/auth/register', { ...registration, packageId, ...fields });

describe('An invalid registration', () => {
  test.each([
    [{ firstName: '' }, { firstName: 'First name is required' }],
    [{ firstName: ' \t ' }, { firstName: 'First name is required' }],
    [{ lastName: undefined }, { lastName: 'Last name is required' }],
    [{ companyName: null }, { companyName: 'Company name is required' }],
    [{ email: '' }, { email: 'Email is required' }],
    [{ firstName: 'n'.repeat(101) }, { firstName: 'First name must be 100 characters or less' }],
    [{ companyName: '🚨'.repeat(101) }, { companyName: 'Company name must be 100 characters or less' }],
    [{ email: `${'a'.repeat(250)}@b.co` }, { email: expect.any(String) }],
    [{ firstName: 'Nora\r\nBcc: all@example.com' }, { firstName: 'First name must be on one line' }],
    [{ companyName: 'Novak\u2028Networks' }, { companyName: 'Company name must be on one line' }],
    [{ lastName: 'a\0b' }, { lastName: expect.any(String) }],
    [{ lastName: '\ud83d' }, { lastName: 'The text contains characters that cannot be stored' }],
    [{ firstName: 7 }, { firstName: 'First name must be text' }],
    [{ confirmPassword: 'Correct-Horse-9?' }, { confirmPassword: 'Passwords do not match' }],
    [{ confirmPassword: '' }, { confirmPassword: 'Please confirm your password' }],
    [{ confirmPassword: undefined }, { confirmPassword: 'Please confirm your password' }],
    [
      { password: 'Ab-1234', confirmPassword: 'Ab-1234' },
      { password: 'Password must be at least 8 characters long' },
    ],
    [
      { password: 'p'.repeat(129), confirmPassword: 'p'.repeat(129) },
      { password: 'Password must be 128 characters or less' },
    ],
    [
      { password: 'Password1!', confirmPassword: 'Password1!' },
      { password: 'This password is too common. Please choose another one' },
    ],
    [
      { password: 'NovakNetworks-1', confirmPassword: 'NovakNetworks-1' },
      { password: expect.stringContaining('your company') },
    ],
    [
      { password: 'lower-case-9!', confirmPassword: 'lower-case-9!' },
      { password: 'Password must contain an uppercase letter' },
    ],
    [{ websiteUrl: 'novak' }, { websiteUrl: 'Please enter a valid URL' }],
    [{ websiteUrl: 'javascript:alert(1)' }, { websiteUrl: 'Please enter a valid URL' }],
    [
      { websiteUrl: `https://novak.example/${'x'.repeat(2048)}` },
      { websiteUrl: 'Website URL must be 2048 characters or less' },
    ],
    [{ agreeToTerms: false }, { agreeToTerms: 'You must agree to the terms and conditions' }],
    [{ agreeToTerms: 'perhaps' }, { agreeToTerms: 'Agree to terms must be true or false' }],
  ])('gets an error: %j', async (fields, broken) => {
    const { status, body } = await register(fields);
    expect({ status, body }).toEqual({
      status: 400,
      body: { message: Object.values(broken)[0], fields: broken },
    });
    await runJobs(running);
    expect(await found()).toBeNull();
  });

  test.each([
    'nora',
    'nora@',
    '@example.com',
    'nora@example',
    'nora@example.com\r\nBcc: all@example.com',
    'nora@example.com,eve@example.com',
    'nora@example.com;eve@example.com',
    '"no\nra"@example.com',
    '"nora\r\nBcc: eve@example.com"@example.com',
    '"nora"@example.com',
    'Nora <nora@example.com>',
    'no ra@example.com',
    'no\u200bra@example.com',
    'nora\u202e@example.com',
    'no\u0007ra@example.com',
    'nora@exam\nple.com',
  ])('is rejected with the address %j', async (address) => {
    expect(await register({ email: address })).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address' } },
    });
  });

  test('is refused without being read when its password is a megabyte long', async () => {
    const huge = 'p'.repeat(1024 * 1024);
    expect((await register({ password: huge, confirmPassword: huge })).status).toBe(413);
  });

  test('does not need a website', async () => {
    expect((await register({ websiteUrl: '' })).status).toBe(200);
    await runJobs(running);
    expect((await found())?.websiteUrl).toBeNull();
  });
});
