import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { cautions } from '#web/features/branding/faces.ts';
import {
  BrandingFormDocument,
  BrandPreviewDocument,
  type PlatformBrandingFieldsFragment,
  SavePlatformBrandingDocument,
} from '#web/gql/graphql.ts';
import { currentPlatform, setBrandStyle, setPlatform } from '#web/lib/platform.ts';
import { alice, ada, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';

const branding: PlatformBrandingFieldsFragment = {
  platformName: 'Netlantern',
  companyName: 'Netlantern',
  supportEmail: 'help@example.test',
  logoUrl: null,
  faviconUrl: null,
  primaryColor: '#3b82f6',
  secondaryColor: '#64748b',
  customCss: '',
  footerText: '',
};
const unnamed = currentPlatform();

/** As the server makes them, for the colors of the tests. */
const face = (solid: string, contrast: string, fg: string) => ({
  '--nl-brand-solid': solid,
  '--nl-brand-contrast': contrast,
  '--nl-brand-fg': fg,
  '--nl-secondary-fg': '#64748b',
});
const made: Record<string, { light: object; dark: object }> = {
  '#3b82f6': {
    light: face('#2c72e5', '#ffffff', '#1b63d5'),
    dark: face('#2c72e5', '#ffffff', '#5a99ff'),
  },
  '#ffd60a': {
    light: face('#8c7500', '#ffffff', '#7c6700'),
    dark: face('#ffd60a', '#0b1120', '#ffd60a'),
  },
};

const state = (version: number) => [{ part: 'platform_branding' as const, version }];

function open(over: Partial<PlatformBrandingFieldsFragment> = {}) {
  answer(BrandingFormDocument, { platformBranding: { ...branding, ...over }, contentStates: state(3) });
  answer(BrandPreviewDocument, ({ input }) => ({
    brandPreview: { style: `:root{--nl-brand-solid:${input.primaryColor}}`, ...made[input.primaryColor]! },
  }));
  return renderApp({ path: '/admin/branding', signedInAs: ada });
}
const field = (name: string | RegExp) => screen.findByLabelText(name);
const save = async (user: ReturnType<typeof open>['user']) =>
  user.click(screen.getByRole('button', { name: 'Save Changes' }));
const type = async (user: ReturnType<typeof open>['user'], name: string | RegExp, text: string) => {
  const box = await field(name);
  await user.clear(box);
  if (text) await user.type(box, text);
};

afterEach(() => {
  setPlatform(unnamed);
  document.getElementById('brand')?.remove();
});

describe('The branding form', () => {
  test('saves only what was changed, and the screen uses the new name and colors immediately', async () => {
    const { user } = open();
    await type(user, /^Platform name/, 'Nightwatch');
    await type(user, /^Primary color/, '#FFD60A');
    await type(user, /^Support email/, '');
    const after = { ...branding, platformName: 'Nightwatch', primaryColor: '#ffd60a', supportEmail: null };
    answer(SavePlatformBrandingDocument, () => {
      answer(BrandingFormDocument, { platformBranding: after, contentStates: state(4) });
      return { savePlatformBranding: after };
    });
    await save(user);
    expect(await screen.findByText('Branding updated')).toBeVisible();
    expect(asks(SavePlatformBrandingDocument).map(({ variables }) => variables)).toEqual([
      {
        input: { platformName: 'Nightwatch', primaryColor: '#ffd60a', supportEmail: null },
        version: 3,
      },
    ]);
    await waitFor(() => expect(document.title).toBe('Platform Branding · Nightwatch'));
    expect(screen.getAllByText('Nightwatch')[0]!.closest('a')).toHaveAttribute('href', '/');
    await waitFor(() =>
      expect(document.getElementById('brand')).toHaveTextContent(':root{--nl-brand-solid:#ffd60a}'),
    );
  });

  test('says when saving fails, and loses nothing', async () => {
    const { user } = open();
    await type(user, /^Platform name/, 'Nightwatch');
    refuse(SavePlatformBrandingDocument, { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' });
    await save(user);
    expect(await screen.findByText('Failed to update branding')).toBeVisible();
    expect(await field(/^Platform name/)).toHaveValue('Nightwatch');
    expect(currentPlatform().platformName).toBe('Netlantern');
  });

  test('says who saved first, and keeps what was typed', async () => {
    const { user } = open();
    await type(user, /^Footer text/, 'Musterweg 1');
    refuse(SavePlatformBrandingDocument, {
      code: 'CONFLICT',
      message: 'Changed by Grace Hopper 2 minutes ago.',
    });
    await save(user);
    expect(await screen.findByText(/Changed by Grace Hopper 2 minutes ago/)).toBeVisible();
    expect(await field(/^Footer text/)).toHaveValue('Musterweg 1');
  });

  test.each([
    [/^Platform name/, '', 'Platform name is required'],
    [/^Support email/, 'nobody', 'Please enter a valid email address'],
    [/^Primary color/, 'blue', 'Enter the color as # and six digits, such as #3b82f6'],
  ])('shows the error under the field: %s %j', async (name, text, sentence) => {
    const { user } = open();
    await type(user, name, text);
    await save(user);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(asks(SavePlatformBrandingDocument)).toEqual([]);
  });

  test('says under the custom CSS that it is for public pages only', async () => {
    open();
    expect(await screen.findByText(/Applies to public pages only/)).toBeVisible();
  });

  test('is for administrators only', async () => {
    renderApp({ path: '/admin/branding', signedInAs: alice });
    expect(await screen.findByText('Access Denied')).toBeVisible();
  });
});

describe('The contrast check', () => {
  const lines = async () =>
    within(await screen.findByLabelText('Contrast of the primary color'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.trim());

  test('says in words and numbers which colors are kept and which are adjusted', async () => {
    const { user } = open();
    await waitFor(async () => expect(await lines()).toHaveLength(4));
    expect(await lines()).toEqual([
      'As a button on the light theme: 3.6:1, too bright for white words. Shown darker. Its words are white, 4.5:1. #2c72e5',
      'As a button on the dark theme: 4.7:1, too bright for white words. Shown darker. Its words are white, 4.5:1. #2c72e5',
      'As text on the light theme: 3.6:1 where 4.5:1 is needed. Shown darker, at 5.5:1. #1b63d5',
      'As text on the dark theme: 4.7:1, too close to the limit on shaded rows. Shown lighter, at 6.1:1. #5a99ff',
    ]);
    await type(user, /^Primary color/, '#ffd60a');
    await waitFor(async () =>
      expect(await lines()).toContain(
        'As a button on the light theme: 1.4:1 where 3:1 is needed. Shown darker. Its words are white, 4.5:1. #8c7500',
      ),
    );
    expect(await lines()).toContain(
      'As a button on the dark theme: 12.2:1, kept as chosen. Its words are dark, 13.3:1.',
    );
  });
});

describe('A color that is easily confused', () => {
  const kept = (color: string) => ({
    light: { '--nl-brand-solid': color },
    dark: { '--nl-brand-solid': color },
  });

  test.each([
    ['#dc2626', [/^Close to the color for Critical/]],
    ['#be123c', [/^Close to the color for Critical/]],
    ['#c2410c', [/^Close to the color for Error/]],
    ['#f59e0b', [/^Close to the color for Warning/]],
    ['#808080', [/^Looks gray on both themes, so buttons may look disabled/]],
    ['#3b82f6', []],
    ['#10b981', []],
    ['#111111', []],
    ['#ffffff', []],
    ['#8b4513', []],
  ])('with %s shows a warning', (color, said) => {
    const words = cautions(color, 'brand', kept(color));
    expect(words).toHaveLength(said.length);
    said.forEach((pattern, place) => expect(words[place]).toMatch(pattern));
  });
});

describe('The preview', () => {
  test('previews the app and an email in both themes while typing', async () => {
    const { user } = open();
    await type(user, /^Platform name/, 'Nightwatch');
    const preview = within(await screen.findByLabelText('Preview'));
    for (const theme of ['Light', 'Dark']) {
      const figure = (await preview.findByText(theme)).closest('figure')!;
      expect(within(figure).getAllByText('Nightwatch').length).toBeGreaterThan(1);
      expect(within(figure).getByText('Help: help@example.test')).toBeInTheDocument();
      const piece = figure.querySelector('[inert]')!;
      expect(piece).toHaveStyle({ '--nl-brand-solid': '#2c72e5' });
      expect(piece).toHaveClass(theme.toLowerCase());
    }
  });
});

describe('The product name', () => {
  test('is in the page from the start, with where to get help', async () => {
    setPlatform({
      platformName: 'Nightwatch',
      supportEmail: 'help@nw.test',
      logoUrl: '/uploads/a.png',
      footerText: 'NW Ltd',
    });
    setBrandStyle(':root{}');
    open();
    const sidebar = within((await screen.findByText('NW Ltd')).closest('aside')!);
    expect(sidebar.getByText('Nightwatch').closest('a')!.querySelector('img')).toHaveAttribute(
      'src',
      '/uploads/a.png',
    );
    expect(sidebar.getByText('help@nw.test')).toHaveAttribute('href', 'mailto:help@nw.test');
    expect(sidebar.getByText('NW Ltd')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Platform Branding · Nightwatch'));
  });
});
