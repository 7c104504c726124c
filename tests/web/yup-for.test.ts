import 'reflect-metadata';
import { validate } from 'class-validator';
import { describe, expect, test } from 'vitest';
import type { ValidationError } from 'yup';
import { AlertRuleInput } from '#api/features/alerts/alert-rule.input.ts';
import { EmailInput, SignInInput } from '#api/features/auth/auth.input.ts';
import { ProfileInput } from '#api/features/account/account.input.ts';
import { ControllerInput } from '#api/features/controllers/controller.input.ts';
import { HalopsaIntegrationInput } from '#api/features/halopsa/halopsa.input.ts';
import { Acknowledgement, Snooze } from '#api/features/alerts/alert.input.ts';
import { yupFor, yupFrom } from '#web/lib/yup-for.ts';

const rule = { name: 'Gateways', condition: 'device_offline', duration: 5, haloPriority: 2, haloCategory: 1 };
const account = { email: 'alice@example.test', password: 'Demo-1234!' };
const halopsa = { resourceServer: 'https://halo/api', clientId: 'client', scope: 'read:tickets' };
const controller = { name: 'Head Office', apiKey: 'key' };

const samples = [
  ['SignInInput', SignInInput, account],
  ['SignInInput', SignInInput, { ...account, email: '' }],
  ['SignInInput', SignInInput, { email: 'a'.repeat(255), password: '' }],
  ['SignInInput', SignInInput, { ...account, password: 'p'.repeat(129) }],
  ['ControllerInput', ControllerInput, controller],
  ['ControllerInput', ControllerInput, { name: ' ', apiKey: 'key' }],
  ['ControllerInput', ControllerInput, { name: 'Büro 🏢', apiKey: '' }],
  ['AlertRuleInput', AlertRuleInput, rule],
  ['AlertRuleInput', AlertRuleInput, { ...rule, name: 'n'.repeat(100) }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, name: 'n'.repeat(101) }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, name: '🚨'.repeat(100) }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, name: '🚨'.repeat(101) }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, name: '' }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, name: '  ' }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, duration: 0 }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, duration: 1440 }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, duration: 1441 }],
  ['AlertRuleInput', AlertRuleInput, { ...rule, threshold: 't'.repeat(21), haloPriority: 6 }],
  ['acknowledgeAlert', Acknowledgement, { id: '1', note: '🚨'.repeat(500) }],
  ['acknowledgeAlert', Acknowledgement, { id: '1', note: 'n'.repeat(501) }],
  ['snoozeAlert', Snooze, { id: '1', minutes: 4 }],
  ['snoozeAlert', Snooze, { id: '1', minutes: 10080 }],
  ['snoozeAlert', Snooze, { id: '1', minutes: 10081 }],
] as const;

type Sentences = Record<string, string[]>;

async function onTheServer(Input: new () => object, sample: object): Promise<Sentences> {
  const given = Object.assign(new Input(), { channels: [], exceptions: [], haloSeverityLevels: [] }, sample);
  const errors = await validate(given, { forbidUnknownValues: false });
  return Object.fromEntries(
    errors.map(({ property, constraints }) => [property, Object.values(constraints ?? {})]),
  );
}

async function onTheScreen(input: Parameters<typeof yupFor>[0], sample: object): Promise<Sentences> {
  try {
    await yupFor(input).validate(sample, { abortEarly: false });
    return {};
  } catch (error) {
    const said: Sentences = {};
    for (const { path, message } of (error as ValidationError).inner) (said[path ?? ''] ??= []).push(message);
    return said;
  }
}

const unique = (sentences: Sentences) =>
  Object.fromEntries(Object.entries(sentences).map(([field, said]) => [field, [...new Set(said)].sort()]));

const addresses = [
  'alice@example.test',
  ' alice@example.test ',
  'jörg.müller+netz@büro.example',
  'jo\u0308rg@example.test',
  '用户@例子.公司',
  'почта@пример.рф',
  'a@xn--bro-hoa.example',
  "o'brien@example.test",
  'nobody',
  '@example.test',
  'alice@',
  'alice@localhost',
  'alice@example.1',
  'alice@-example.test',
  'alice@exa_mple.test',
  'alice@ｅxample.test',
  'alice..b@example.test',
  'alice@@example.test',
  'alice @example.test',
  '"alice"@example.test',
  'alice@example.test\r\nBcc: bob@example.test',
  'ali\u200bce@example.test',
  '🏢@example.test',
  '\ud83c@example.test',
  `${'ü'.repeat(32)}@example.test`,
  `${'ü'.repeat(33)}@example.test`,
  `a@${'b'.repeat(63)}.example`,
  `a@${'b'.repeat(64)}.example`,
  '   ',
];

const sites = [
  'https://halo',
  'https://halo/auth',
  'https://halo:8443/auth?tenant=acme#top',
  'http://10.0.0.7',
  'http://10.0.0.256',
  'http://[::1]:8080/api',
  'http://[::g]/',
  'https://acme.halopsa.com/auth',
  'https://büro.example/',
  'https://用户.公司/',
  'https://xn--bro-hoa.example',
  'https://user:word@acme.example/',
  'https://acme.example:0/',
  'https://acme.example:65536/',
  'https://acme.example:/',
  'https://-acme.example',
  'https://ac_me.example',
  'https://acme.example.',
  'https://acme..example',
  'https://acme.123',
  'https://?acme.example',
  'https://acme.example/a b',
  'https://acme.example/<b>',
  'https://🏢.example',
  'HTTPS://ACME.EXAMPLE',
  'ftp://acme.example',
  'javascript:alert(1)',
  'acme.example',
  'https://',
  `https://acme.example/${'a'.repeat(460)}`,
  'nowhere',
];

describe('the rules of a form', () => {
  test.each(samples)('match the server’s: %s %#', async (input, Input, sample) => {
    expect(unique(await onTheScreen(input, sample))).toEqual(unique(await onTheServer(Input, sample)));
  });

  test.each(addresses)('match the server’s for %j as an address', async (email) => {
    const sample = { email };
    expect(unique(await onTheScreen('EmailInput', sample))).toEqual(
      unique(await onTheServer(EmailInput, sample)),
    );
  });

  test.each(sites)('match the server’s for %j as a website address', async (websiteUrl) => {
    const sample = { firstName: 'Alice', lastName: 'Archer', companyName: 'Acme', websiteUrl };
    expect(unique(await onTheScreen('ProfileInput', sample))).toEqual(
      unique(await onTheServer(ProfileInput, sample)),
    );
  });

  test.each(sites)('match the server’s for %j as a HaloPSA address', async (authServer) => {
    const sample = { ...halopsa, authServer };
    expect(unique(await onTheScreen('HalopsaIntegrationInput', sample))).toEqual(
      unique(await onTheServer(HalopsaIntegrationInput, sample)),
    );
  });

  test('report an empty value like one that is too short', async () => {
    const empty = { name: 'Backups', startsAt: '', minutes: '' };
    expect(await onTheScreen('MaintenanceWindowInput', empty)).toMatchObject({
      startsAt: ['Please enter a date and a time'],
      minutes: ['A window lasts at least 5 minutes'],
    });
  });

  test('type the fields and values that they return', async () => {
    const rules = yupFor('InvitationInput');
    const invitation: { email: string; role?: 'owner' | 'member' | 'viewer' | null } = await rules.validate({
      email: 'alice@example.test',
      role: 'viewer',
    });
    expect(invitation.role).toBe('viewer');
    // @ts-expect-error: the input has no such field.
    expect(invitation.roles).toBeUndefined();
    const { minutes }: { minutes: number } = await yupFor('snoozeByLink')
      .pick(['minutes'])
      .validate({ minutes: '60' });
    expect(minutes).toBe(60);
  });

  test('refuse what is not a value of an enum', async () => {
    const rules = yupFor('InvitationInput');
    await expect(rules.validate({ email: 'alice@example.test', role: 'king' })).rejects.toThrow('role');
  });

  test('cover formats, equality, ticks and other fields', async () => {
    const text = { type: 'string', list: false, required: true } as const;
    const rules = yupFrom({
      email: { ...text, rules: [{ format: 'email', message: 'not an address' }] },
      site: { ...text, required: false, rules: [{ format: 'url', message: 'Please enter a valid URL' }] },
      password: { ...text, rules: [{ minLength: 8, message: 'too short' }] },
      again: { ...text, rules: [{ sameAs: 'password', message: 'Passwords do not match' }] },
      terms: { ...text, type: 'boolean', rules: [{ equals: 'true', message: 'must agree' }] },
    });
    const wrong = { email: 'nobody', site: 'nowhere', password: 'short', again: 'shirt', terms: false };
    await expect(rules.validate(wrong, { abortEarly: false })).rejects.toMatchObject({
      errors: expect.arrayContaining([
        'not an address',
        'Please enter a valid URL',
        'too short',
        'Passwords do not match',
        'must agree',
      ]),
    });
    const right = {
      email: 'a@b.example',
      site: '',
      password: 'long enough',
      again: 'long enough',
      terms: true,
    };
    expect(await rules.validate(right)).not.toHaveProperty('site', '');
  });
});
