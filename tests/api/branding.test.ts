import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toSender, senderOf } from '#api/features/branding/sender.store.ts';
import { brandingOf } from '#api/features/branding/branding.service.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { product } from '#api/features/email/email-content.ts';
import { renderText } from '#api/features/notifications/channels/message-text.ts';
import {
  BrandingFormDocument,
  BrandPreviewDocument,
  type PlatformBrandingInput,
  RevertRevisionDocument,
  RevisionsDocument,
  SavePlatformBrandingDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { notice } from './channels.samples.ts';

const webRoot = mkdtempSync(path.join(tmpdir(), 'web-'));
const defaults = {
  platformName: 'Netlantern',
  companyName: 'Netlantern',
  supportEmail: null,
  logoUrl: null,
  faviconUrl: null,
  primaryColor: '#3b82f6',
  secondaryColor: '#64748b',
  customCss: '',
  footerText: '',
};
const renamed = {
  platformName: 'Nachtwächter & Söhne',
  companyName: 'Nacht GmbH',
  supportEmail: 'hilfe@nacht.example',
  footerText: 'Musterweg 1 <Köln>',
  primaryColor: '#7c3aed',
};

let running: Running;
let other: Running;
let cast: Cast;

beforeAll(async () => {
  const page = '<!doctype html><head><meta name="csp-nonce" content="" /><title>Netlantern</title></head>';
  writeFileSync(path.join(webRoot, 'index.html'), page);
  running = await startServer({ webRoot });
  other = await startServer({ webRoot });
});
afterAll(async () => {
  await running.close();
  await other.close();
  rmSync(webRoot, { recursive: true });
});
beforeEach(async () => {
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});

const save = (input: PlatformBrandingInput, version?: number) =>
  as(cast.ada).run(SavePlatformBrandingDocument, { input, version });
const stored = async () => (await as(cast.ada).run(BrandingFormDocument)).platformBranding;
const page = async ({ url } = running) => {
  const answer = await fetch(`${url}/auth`);
  return { html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' };
};

describe('The branding of the platform', () => {
  test('has the documented defaults until someone changes it, and is public', async () => {
    expect(await stored()).toEqual(defaults);
    const { data } = await as(cast.vic).ask('{ platformBranding { platformName primaryColor } }');
    expect(data).toEqual({ platformBranding: { platformName: 'Netlantern', primaryColor: '#3b82f6' } });
    expect(await rest(cast.ada).get('/api/admin/branding')).toMatchObject({ status: 200, body: defaults });
    expect(await rest(cast.vic).get('/api/admin/branding')).toMatchObject({ status: 401 });
  });

  test('is changed by the documented call with its fields as the body', async () => {
    const put = (body: object, person: Visitor = cast.vic) => rest(person).put('/api/admin/branding', body);
    expect(await put(renamed, cast.ada)).toMatchObject({ status: 200, body: renamed });
    expect(await put({ platformName: 'B' }, cast.bob)).toMatchObject({ status: 403 });
    expect(await put({ platformName: 'B' })).toMatchObject({ status: 401 });
    expect(await stored()).toEqual({ ...defaults, ...renamed });
  });

  test('keeps a history, and earlier values can be restored', async () => {
    await save(renamed, 0);
    await save({ primaryColor: '#dc2626' }, 1);
    const { revisions } = await as(cast.ada).run(RevisionsDocument, { part: 'platform_branding' });
    expect(revisions[0]).toMatchObject({
      changes: [{ field: 'primaryColor', before: '#7c3aed', after: '#dc2626' }],
    });
    await as(cast.ada).run(RevertRevisionDocument, { id: revisions[1]!.id });
    expect(await stored()).toEqual(defaults);
  });

  test('of two concurrent changes, one is told who saved first, and nothing is lost', async () => {
    await save({ platformName: 'First' }, 0);
    await expect(save({ platformName: 'Second' }, 0)).rejects.toThrow(/^Ada .* changed this just now/);
    expect(await stored()).toMatchObject({ platformName: 'First' });
  });

  test('has no support address if that is left blank, and trims the other fields', async () => {
    await save({ supportEmail: ' help@a.test ', platformName: ' A  name ' });
    expect(await stored()).toMatchObject({ supportEmail: 'help@a.test', platformName: 'A  name' });
    await save({ supportEmail: '  ' });
    expect(await stored()).toMatchObject({ supportEmail: null, platformName: 'A  name' });
    await save({ supportEmail: 'help@a.test' });
    await save({ supportEmail: null });
    expect(await stored()).toMatchObject({ supportEmail: null });
  });

  test.each<[string, PlatformBrandingInput, string]>([
    ['no name', { platformName: '' }, 'Platform name is required'],
    [
      'a name that is too long',
      { platformName: 'x'.repeat(61) },
      'Platform name must be 60 characters or less',
    ],
    ['a color of another kind', { primaryColor: 'red' }, 'Enter the color as # and six digits'],
    ['what would end the style', { secondaryColor: '#fff}</style>' }, 'Enter the color as # and six digits'],
    ['an address that is none', { supportEmail: 'nobody' }, 'Please enter a valid email address'],
    ['half a character', { supportEmail: 'a\ud83d@b.test' }, 'The text contains characters that cannot'],
    ['a picture of another site', { logoUrl: 'https://evil.test/a.png' }, 'Upload the logo'],
    ['a script as a picture', { faviconUrl: 'javascript:alert(1)' }, 'Upload the favicon'],
    ['the picture of a host', { logoUrl: '//evil.test/a.png' }, 'Upload the logo'],
  ])('does not accept %s', async (_, input, sentence) => {
    await expect(save(input)).rejects.toThrow(sentence);
    expect(await stored()).toEqual(defaults);
  });

  test('previews colors, for administrators only', async () => {
    const input = { primaryColor: '#FFD60A', secondaryColor: '#64748b' };
    const { brandPreview } = await as(cast.ada).run(BrandPreviewDocument, { input });
    expect(brandPreview.dark).toMatchObject({ '--nl-brand-solid': '#ffd60a' });
    expect(brandPreview.style).toContain('.dark{--nl-brand-solid:#ffd60a');
    await expect(as(cast.bob).run(BrandPreviewDocument, { input })).rejects.toThrow();
  });
});

describe('After a rename', () => {
  test('the next page has the new name in its source, on every node, with the nonce of its policy', async () => {
    expect((await page(other)).html).toContain('--nl-brand-solid:#2c72e5');
    await save(renamed);
    for (const node of [running, other]) {
      await expect
        .poll(async () => (await page(node)).html)
        .toContain('<title>Nachtwächter &amp; Söhne</title>');
      const { html, policy } = await page(node);
      const [, nonce] = /style-src [^;]*'nonce-(\w+)'/.exec(policy)!;
      expect(html).toContain(`<style nonce="${nonce}" id="brand">:root{--nl-brand-solid:#7c3aed`);
      expect(html).toContain('"supportEmail":"hilfe@nacht.example"');
      expect(html).not.toContain('Netlantern');
    }
  });

  test('custom CSS is on no page of the app', async () => {
    await save({ customCss: 'body{display:none}' });
    expect((await page()).html).not.toContain('display:none');
  });

  test('emails have the name, company, support address and footer text', async () => {
    await save(renamed);
    await running.app.orm.em.fork().transactional((em) =>
      addEmail(em, 'alice@example.test', {
        kind: 'test',
        subject: `Welcome to ${product}`,
        heading: 'Welcome',
        paragraphs: [`You have an account at ${product}.`],
        action: { label: 'Open', url: 'http://netlantern.test/' },
      }),
    );
    const [mail] = await mailsTo(running, 'alice@example.test');
    expect(mail?.subject).toBe('Welcome to Nachtwächter & Söhne');
    expect(mail?.text).toContain('You have an account at Nachtwächter & Söhne.');
    expect(mail?.text).toMatch(
      /Nachtwächter & Söhne · Nacht GmbH\nHelp: hilfe@nacht\.example\nMusterweg 1 <Köln>\n$/,
    );
    expect(mail?.html).toContain(
      'Nachtwächter &amp; Söhne · Nacht GmbH<br>Help: hilfe@nacht.example<br>Musterweg 1 &lt;Köln&gt;',
    );
    expect(mail?.html).toContain('background:#7c3aed;color:#ffffff');
    expect(`${mail?.html}${mail?.text}`).not.toContain('Netlantern');
  });

  test('alert messages have the new name too', async () => {
    await save(renamed);
    const { platformName } = await brandingOf(running.app);
    expect(renderText({ ...notice(), platformName })).toMatchObject({
      footer: 'Nachtwächter & Söhne · Contoso Networks',
      from: 'Nachtwächter & Söhne',
    });
  });

  test('an email and a page name the same sender', async () => {
    await save(renamed);
    expect(await senderOf(running.app.orm.em.fork())).toEqual(toSender(await brandingOf(running.app)));
  });
});
