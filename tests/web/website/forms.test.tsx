import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  SaveFooterDocument,
  SaveHomepageDocument,
  SaveSiteBrandingDocument,
  WebsiteContentDocument,
} from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';
import { content, openWebsite, preview, save, stands, versions } from './samples.tsx';

const field = (name: string | RegExp) => screen.findByLabelText(name);

/** Puts a text into a field at once: a key at a time would draw the preview as often. */
async function fill(user: ReturnType<typeof openWebsite>['user'], name: string | RegExp, text: string) {
  await user.clear(await field(name));
  if (text) await user.paste(text);
}

describe('the website in the console', () => {
  test('has its five tabs, with the open one in the URL', async () => {
    const { user } = openWebsite('footer');
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Branding',
      'Homepage',
      'Navigation',
      'Footer',
      'Social Links',
    ]);
    expect(await field('Company name')).toHaveValue('Northwind Ltd');
    await user.click(screen.getByRole('tab', { name: 'Homepage' }));
    expect(await field('Hero title')).toHaveValue('Know what broke');
  });

  test.each([
    ['', 'Site name', 'Homepage', 'Hero title'],
    ['homepage', 'Hero title', 'Footer', 'Company name'],
    ['footer', 'Company name', 'Branding', 'Site name'],
  ])('asks before another tab discards what was typed in %j', async (tab, name, other, there) => {
    const { user } = openWebsite(tab);
    await fill(user, name, 'Half a sentence');
    const toOther = screen.getByRole('tab', { name: other });
    const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(toOther);
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await field(name)).toHaveValue('Half a sentence');
    await user.click(toOther);
    await user.click(within(await question()).getByRole('button', { name: 'Discard changes' }));
    expect(await field(there)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('asks about a tab chosen by keyboard too, once', async () => {
    const { user } = openWebsite('footer');
    await fill(user, 'Company name', 'Half a sentence');
    const footer = screen.getByRole('tab', { name: 'Footer' });
    act(() => footer.focus());
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Social Links' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Social Links' })).toHaveFocus());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await field('Company name')).toHaveValue('Half a sentence');
  });

  test('is shown to administrators only', async () => {
    renderApp({ path: '/admin/website', signedInAs: alice });
    expect(await screen.findByText('Access Denied')).toBeVisible();
  });

  test('that cannot be loaded says so and loads on Retry', async () => {
    const { user } = openWebsite();
    refuse(WebsiteContentDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    expect(await screen.findByText('We couldn’t load the website')).toBeVisible();
    stands();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await field('Site name')).toHaveValue('Northwind Watch');
  });
});

describe('the branding', () => {
  test('is saved with the version it started from, with the changed fields only', async () => {
    const { user } = openWebsite();
    answer(SaveSiteBrandingDocument, () => {
      const siteBranding = { ...content.siteBranding, siteName: 'Südwind 🐙' };
      stands({ siteBranding, contentStates: versions({ site_branding: 8 }) });
      return { saveSiteBranding: siteBranding };
    });
    await fill(user, 'Site name', 'Südwind 🐙');
    expect((await preview()).getByText('Südwind 🐙')).toBeVisible();
    await save(user);
    expect(await screen.findByText('Website branding updated successfully')).toBeVisible();
    expect(asks(SaveSiteBrandingDocument)[0]?.variables).toEqual({
      input: { siteName: 'Südwind 🐙' },
      version: 7,
    });
    expect(screen.queryByText('Not saved yet')).toBeNull();
    await fill(user, /^Custom CSS/, 'h1 { color: red }');
    await save(user);
    await waitFor(() => expect(asks(SaveSiteBrandingDocument)[1]?.variables).toMatchObject({ version: 8 }));
  });

  test('is refused with an error under each invalid field', async () => {
    const { user } = openWebsite();
    const refused = [
      ['Site name', '', 'Site name is required'],
      ['Logo width (pixels)', '501', 'Logo width cannot exceed 500 pixels'],
      ['Logo height (pixels)', '19', 'Logo height must be at least 20 pixels'],
      ['Primary color', 'blue', 'Enter the color as # and six digits, such as #2563eb'],
      ['Accent color', '', 'Enter the color as # and six digits, such as #2563eb'],
    ] as const;
    for (const [name, typed] of refused) await fill(user, name, typed);
    await save(user);
    for (const [name, , sentence] of refused)
      await waitFor(async () => expect(await field(name)).toHaveAccessibleErrorMessage(sentence));
    expect(await field('Site name')).toHaveFocus();
    await fill(user, 'Logo width (pixels)', '49');
    await fill(user, 'Logo height (pixels)', '');
    expect(await screen.findByText('Logo width must be at least 50 pixels')).toBeVisible();
    expect(await screen.findByText('Logo height is required')).toBeVisible();
    expect(asks(SaveSiteBrandingDocument)).toEqual([]);
  });

  test('says for each color whether it is readable, and shows it in the preview', async () => {
    const { user } = openWebsite();
    const contrast = within(await screen.findByRole('list', { name: 'Contrast of the accent color' }));
    expect((await contrast.findAllByRole('listitem'))[0]).toHaveTextContent(
      'As text on the light theme: 2.5:1 where 4.5:1 is needed. Shown darker, at 5.5:1. #007852',
    );
    await fill(user, 'Primary color', 'AA0011');
    await user.tab();
    expect(await field('Primary color')).toHaveValue('#aa0011');
    const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the site with unsaved changes');
    await waitFor(() =>
      expect(frame.contentDocument!.body.textContent).toContain('--nl-brand-solid:#aa0011'),
    );
  });

  test('shows custom CSS in the preview and nowhere else', async () => {
    const { user } = openWebsite();
    await fill(user, /^Custom CSS/, 'h1 { color: hotpink }');
    const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the site with unsaved changes');
    await waitFor(() => expect(frame.contentDocument!.body.textContent).toContain('hotpink'));
    const here = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('');
    expect(here).not.toContain('hotpink');
  });
});

describe('the texts of the home page', () => {
  test('are previewed while typing; lists have an item per line, and cleared texts are sent as such', async () => {
    const { user } = openWebsite('homepage');
    answer(SaveHomepageDocument, { saveHomepage: content.homepage });
    await fill(user, /^Hero features/, '14-day free trial\nNo credit card\n\nSetup in minutes');
    await user.clear(await field(/^Hero secondary button/));
    expect((await preview()).getAllByText('Setup in minutes')[0]).toBeVisible();
    await save(user);
    expect(await screen.findByText('Homepage content updated successfully')).toBeVisible();
    expect(asks(SaveHomepageDocument)[0]?.variables).toEqual({
      input: {
        heroCtaSecondary: '',
        heroFeatures: ['14-day free trial', 'No credit card', 'Setup in minutes'],
      },
      version: 7,
    });
  });

  test('require a hero title, show the server’s errors under their fields, and lose nothing typed', async () => {
    const { user } = openWebsite('homepage');
    await user.clear(await field('Hero title'));
    await save(user);
    expect(await screen.findByText('Hero title is required')).toBeVisible();
    const sentence = 'Each of hero features must be 80 characters or less';
    refuse(SaveHomepageDocument, { message: sentence, fields: { heroFeatures: sentence } });
    await fill(user, 'Hero title', 'Neu');
    await save(user);
    await waitFor(async () => expect(await field(/^Hero features/)).toHaveAccessibleErrorMessage(sentence));
    expect(await field('Hero title')).toHaveValue('Neu');
  });

  test('show the documented error if saving fails', async () => {
    const { user } = openWebsite('homepage');
    refuse(SaveHomepageDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    await fill(user, 'Hero title', 'Know what broke!');
    await save(user);
    expect(await screen.findByText('Failed to update homepage content')).toBeVisible();
    expect(await field('Hero title')).toHaveValue('Know what broke!');
  });
});

describe('the footer', () => {
  test('is previewed with its switches, and saved', async () => {
    const { user } = openWebsite('footer');
    answer(SaveFooterDocument, { saveFooter: content.footer });
    expect((await preview()).getByText('Watches networks.')).toBeVisible();
    await user.click(await field('Show company info'));
    expect((await preview()).queryByText('Watches networks.')).toBeNull();
    expect((await preview()).getByRole('region', { name: 'Quick Links', hidden: true })).toBeVisible();
    await save(user);
    expect(await screen.findByText('Footer updated successfully')).toBeVisible();
    expect(asks(SaveFooterDocument)[0]?.variables).toEqual({ input: { showCompanyInfo: false }, version: 7 });
  });

  test('requires a company name', async () => {
    const { user } = openWebsite('footer');
    await user.clear(await field('Company name'));
    await save(user);
    expect(await screen.findByText('Company name is required')).toBeVisible();
  });
});
