import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AdvancedSeoPage } from '#web/features/seo/admin/AdvancedSeoPage.tsx';
import { SeoPage } from '#web/features/seo/admin/SeoPage.tsx';
import { SitemapPage, SitemapStatus } from '#web/features/seo/admin/SitemapPage.tsx';
import {
  AcceptScriptRiskDocument,
  GenerateRobotsDocument,
  GenerateSitemapDocument,
  SaveAdvancedSeoDocument,
  SaveSeoSettingsDocument,
  SaveSitemapSettingsDocument,
  SitemapFileDocument,
} from '#web/gql/graphql.ts';
import { ada, answer, asks, grace, refuse, render } from '#tests/support/render.tsx';
import { advanced, checked, seo, sitemap, siteScripts, stored } from './samples.ts';

beforeEach(() => stored());

const open = (Screen: React.ComponentType) => render(<Screen />, { signedInAs: ada });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const field = (name: string | RegExp) => screen.findByLabelText(name);

describe('SEO', () => {
  test('shows a search result preview while typing, and the length of the texts', async () => {
    const { user } = open(SeoPage);
    const result = within(await screen.findByRole('group', { name: 'Preview of the search result' }));
    expect(result.getByText(seo.pageTitle)).toBeVisible();
    expect(screen.getByText(/^55 characters, best 50 to 60/)).toBeVisible();
    expect(screen.getByText(/^11 characters, best 150 to 160/)).toBeVisible();
    await user.clear(await field('Page title'));
    await user.type(await field('Page title'), 'Quiet');
    expect(result.getByText('Quiet')).toBeVisible();
    expect(screen.getByText(/^5 characters, best 50 to 60/)).toBeVisible();
  });

  test('shows a link preview with the social texts, or else the search texts', async () => {
    const { user } = open(SeoPage);
    const card = within(await screen.findByRole('region', { name: 'Shared link preview' }));
    expect(card.getByText(seo.pageTitle)).toBeVisible();
    expect(card.getByText(/^This product image is used/)).toBeVisible();
    await user.type(await field(/^Social title/), 'Come in');
    expect(card.getByText('Come in')).toBeVisible();
  });

  test('says that an image from another site is not shown here, and loads none', async () => {
    const { user } = open(SeoPage);
    const card = within(await screen.findByRole('region', { name: 'Shared link preview' }));
    await user.type(await field(/^Social image URL/), 'https://pics.example/a.png');
    expect(card.getByText(/fetch this image from pics.example/)).toBeVisible();
    expect(card.getByRole('link', { name: 'open it in a new tab' })).toHaveAttribute(
      'href',
      'https://pics.example/a.png',
    );
    expect(document.querySelector('img[src^=https]')).toBeNull();
  });

  test('has every documented field', async () => {
    open(SeoPage);
    await field('Page title');
    for (const name of [
      'Meta description',
      /^Keywords/,
      /^Canonical URL/,
      /^Social title/,
      /^Social description/,
    ])
      expect(await field(name)).toBeVisible();
    expect(await field('Twitter card')).toHaveValue('summary_large_image');
    expect(screen.getByRole('group', { name: 'Social image' })).toHaveTextContent('1200 x 630 pixels');
  });

  test('is saved with the version it started from, with the changed fields only', async () => {
    const { user } = open(SeoPage);
    answer(SaveSeoSettingsDocument, { saveSeoSettings: { ...seo, keywords: 'UniFi' } });
    await user.type(await field(/^Keywords/), 'UniFi');
    await user.click(await button('Save Changes'));
    expect(await screen.findByText('SEO Settings Saved')).toBeVisible();
    expect(asks(SaveSeoSettingsDocument)[0]?.variables).toEqual({ input: { keywords: 'UniFi' }, version: 3 });
  });

  test('shows the documented error if saving fails, and keeps what was typed', async () => {
    const { user } = open(SeoPage);
    refuse(SaveSeoSettingsDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    await user.type(await field(/^Keywords/), 'UniFi');
    await user.click(await button('Save Changes'));
    expect(await screen.findByText('Save Failed')).toBeVisible();
    expect(screen.getByText('Could not save SEO settings. Please try again.')).toBeVisible();
    expect(await field(/^Keywords/)).toHaveValue('UniFi');
  });
});

describe('The sitemap', () => {
  test.each([
    ['active', 'Active'],
    ['needs_update', 'Needs update'],
    ['error', 'Error'],
  ])('with the status %s reads %s', async (status, word) => {
    stored({ sitemap: { status: status as 'needs_update', lastGenerated: '2026-11-22T10:00:00Z' } });
    open(SitemapPage);
    expect(await screen.findByText(word)).toBeVisible();
  });

  test('with an unknown state reads Unknown', () => {
    render(<SitemapStatus settings={{ ...sitemap, status: 'archived' as never }} isReplaced={false} />);
    expect(screen.getByText('Unknown')).toBeVisible();
  });

  test('offers the documented frequencies and priorities', async () => {
    open(SitemapPage);
    const offered = async (name: string) =>
      [...(await field(name)).querySelectorAll('option')].map(({ value }) => value).join(' ');
    expect(await offered('Update frequency')).toBe('always hourly daily weekly monthly yearly never');
    expect(await offered('Priority')).toBe('1.0 0.9 0.8 0.7 0.6 0.5 0.4 0.3 0.2 0.1');
    expect(await field('Priority')).toHaveValue('0.5');
  });

  test('says so if it can’t be generated or loaded', async () => {
    for (const document of [GenerateSitemapDocument, SitemapFileDocument])
      refuse(document, { message: '', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open(SitemapPage);
    await user.click(await button('Generate Now'));
    expect(await screen.findByText('We couldn’t generate the sitemap. Try again.')).toBeVisible();
    await user.click(await button('Download'));
    expect(await screen.findByText('We couldn’t fetch the file. Try again.')).toBeVisible();
  });

  test('is generated on request, and confirms it', async () => {
    const { user } = open(SitemapPage);
    answer(GenerateSitemapDocument, {
      generateSitemap: { ...sitemap, status: 'active', lastGenerated: new Date().toISOString() },
    });
    await user.click(await button('Generate Now'));
    expect(await screen.findByText('Sitemap Generated')).toBeVisible();
    expect(await screen.findByText('Active')).toBeVisible();
  });

  test('can be saved as sitemap.xml', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:sitemap';
    URL.revokeObjectURL = () => undefined;
    answer(SitemapFileDocument, { sitemapFile: { content: '<urlset/>' } });
    const { user } = open(SitemapPage);
    await user.click(await button('Download'));
    await vi.waitFor(() => expect(saved).toEqual(['sitemap.xml']));
    vi.restoreAllMocks();
  });

  test('needs a domain; its priority is selected as text and sent as a number', async () => {
    const { user } = open(SitemapPage);
    await user.clear(await field('Domain'));
    await user.click(await button('Save Changes'));
    expect(await screen.findByText('Domain is required')).toBeVisible();
    await user.type(await field('Domain'), 'https://n.example');
    await user.selectOptions(await field('Priority'), '0.9');
    answer(SaveSitemapSettingsDocument, { saveSitemapSettings: { ...sitemap, priority: 0.9 } });
    await user.click(await button('Save Changes'));
    expect(await screen.findByText('Sitemap Settings Saved')).toBeVisible();
    expect(asks(SaveSitemapSettingsDocument)[0]?.variables).toEqual({ input: { priority: 0.9 }, version: 3 });
  });

  test('has a robots.txt next to it, and the operator’s own is only replaced after confirmation', async () => {
    stored({ advanced: { robotsTxt: 'User-agent: *\nDisallow: /' } });
    checked({ hidesSite: true, robotsTxt: 'User-agent: *\nDisallow: /' });
    const { user } = open(SitemapPage);
    expect(await screen.findByText('Search engines can’t access your site')).toBeVisible();
    answer(GenerateRobotsDocument, () => {
      checked();
      return { generateRobots: advanced };
    });
    await user.click(await button('Generate Robots.txt'));
    expect(asks(GenerateRobotsDocument)).toEqual([]);
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Generate Robots.txt' }));
    expect(await screen.findByText('Robots.txt Generated')).toBeVisible();
  });
});

describe('Advanced SEO', () => {
  test('shows each error with its line while typing, and jumps there', async () => {
    const { user } = open(AdvancedSeoPage);
    const rules = await field(/^Redirect rules/);
    checked({
      problems: [
        { field: 'redirectRules', line: 2, problem: 'The rules of lines 2 and 3 lead round in a circle' },
      ],
    });
    await user.type(rules, '/x -> /y{Enter}/a -> /b{Enter}/b -> /a');
    const words = 'Line 2: The rules of lines 2 and 3 lead round in a circle.';
    expect(await screen.findByText(words, undefined, { timeout: 3000 })).toBeVisible();
    expect(rules).toBeInvalid();
    await user.click(await button('Go to line 2'));
    expect(rules).toHaveFocus();
    const { selectionStart, selectionEnd, value } = rules as HTMLTextAreaElement;
    expect(value.slice(selectionStart, selectionEnd)).toBe('/a -> /b');
  });

  test('shows what is in the pages, and is saved', async () => {
    const { user } = open(AdvancedSeoPage);
    expect(await screen.findByText('{ "@type": "Organization" }')).toBeInTheDocument();
    answer(SaveAdvancedSeoDocument, { saveAdvancedSeo: { ...advanced, bingVerification: 'abc' } });
    await user.type(await field(/^Bing/), 'abc');
    await user.click(await button('Save Changes'));
    expect(await screen.findByText('Advanced SEO Settings Saved')).toBeVisible();
    expect(asks(SaveAdvancedSeoDocument)[0]?.variables).toEqual({
      input: { bingVerification: 'abc' },
      version: 3,
    });
  });

  test('has a field for each addition to pages and files', async () => {
    open(AdvancedSeoPage);
    const names = ['Redirect rules', 'Custom structured data', 'Analytics code', 'Custom head tags'];
    names.push(
      'Google Search Console',
      'Bing Webmaster Tools',
      'Yandex Webmaster',
      'Robots.txt',
      'Custom sitemap',
    );
    for (const name of names) expect(await field(new RegExp(`^${name}`))).toBeVisible();
    expect(await field('Add structured data to public pages')).toBeChecked();
  });

  test('accepts the code of a verification, not the tag around it', async () => {
    const { user } = open(AdvancedSeoPage);
    await user.type(await field(/^Google/), '<meta content="x">');
    await user.click(await button('Save Changes'));
    expect(await screen.findByText('Enter only the code, without the tag')).toBeVisible();
    expect(asks(SaveAdvancedSeoDocument)).toEqual([]);
  });
});

describe('Scripts on public pages', () => {
  const openAs = (person: typeof ada) => render(<AdvancedSeoPage />, { signedInAs: person });

  test('run on the app’s address only after a super administrator has accepted the risk in writing', async () => {
    const { user } = openAs(grace);
    expect(await screen.findByText("Scripts don't run yet")).toBeVisible();
    await user.click(await button('Allow scripts'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Allow scripts' }));
    expect(await dialog.findByText('Tick the box to accept the risk')).toBeVisible();
    expect(asks(AcceptScriptRiskDocument)).toEqual([]);
    answer(AcceptScriptRiskDocument, {
      acceptScriptRisk: {
        ...siteScripts,
        state: 'accepted',
        acceptedBy: 'Grace Archer',
        acceptedAt: '2026-11-23T10:00:00.000Z',
      },
    });
    await user.click(dialog.getByRole('checkbox', { name: siteScripts.statement }));
    await user.click(dialog.getByRole('button', { name: 'Allow scripts' }));
    expect(await screen.findByText('Scripts run on the address where people sign in')).toBeVisible();
    expect(screen.getByText(/Grace Archer accepted this risk on/)).toBeVisible();
    expect(asks(AcceptScriptRiskDocument)[0]?.variables).toEqual({ statement: siteScripts.statement });
  });

  test('can be read by every administrator and changed by super administrators', async () => {
    openAs(ada);
    expect(await field(/^Analytics code/)).toHaveAttribute('readonly');
    expect(await field(/^Custom head tags/)).toHaveAttribute('readonly');
    expect(await field(/^Redirect rules/)).not.toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: 'Allow scripts' })).toBeNull();
  });

  test('need no confirmation if the site has its own address', async () => {
    stored({ scripts: { state: 'own_origin', origin: 'https://www.n.example' } });
    openAs(grace);
    expect(await screen.findByText('Scripts run only on https://www.n.example')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Allow scripts' })).toBeNull();
    expect(await field(/^Analytics code/)).not.toHaveAttribute('readonly');
  });
});
