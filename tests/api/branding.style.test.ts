import { wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';
import { brandThemes, brandStyle, brandedPage, platformData } from '#api/features/branding/brand-style.ts';
import { defaultSender } from '#api/features/branding/sender.ts';
import { system } from '#web/app/theme.ts';

const secondaryColor = '#64748b';
const themes = ['light', 'dark'] as const;
const grounds = {
  light: ['#f8fafc', '#ffffff', '#f1f5f9', '#e9eef5'],
  dark: ['#0b1120', '#111a2e', '#16213a', '#1b2842'],
};

/** The same hundred in each run, all over the cube, and its corners. */
function colors(): string[] {
  let seed = 20_261_122;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 0x80000000);
  const random = Array.from(
    { length: 100 },
    () => `#${((next() >> 4) & 0xffffff).toString(16).padStart(6, '0')}`,
  );
  return [...random, '#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#777777', '#767676'];
}

describe('Any selected color', () => {
  test.each(themes)('has readable text on it and in it on the %s theme', (theme) => {
    for (const primaryColor of colors()) {
      const face = brandThemes({ primaryColor, secondaryColor: primaryColor, accentColor: primaryColor })[
        theme
      ];
      for (const name of ['brand', 'secondary', 'accent'] as const) {
        const of = (part: string) => face[`--nl-${name}-${part}`]!;
        const least = (color: string, ...others: string[]) =>
          Math.min(...others.map((other) => wcagContrast(color, other)));
        const [page, panel, rows] = grounds[theme];
        expect(least(of('contrast'), of('solid'), of('hover')), primaryColor).toBeGreaterThanOrEqual(4.5);
        expect(
          least(of('fg'), page!, panel!, rows!, of('subtle'), of('muted')),
          primaryColor,
        ).toBeGreaterThanOrEqual(4.5);
        expect(least(of('solid'), ...grounds[theme]), primaryColor).toBeGreaterThanOrEqual(3);
      }
    }
  });

  test('is kept exactly if it passes with white text', () => {
    for (const primaryColor of colors()) {
      const faces = brandThemes({ primaryColor, secondaryColor });
      for (const theme of themes) {
        const { '--nl-brand-solid': solid, '--nl-brand-contrast': ink } = faces[theme];
        const isSeen = grounds[theme].every((ground) => wcagContrast(primaryColor, ground) >= 3);
        const passes = isSeen && (ink !== '#ffffff' || wcagContrast('#ffffff', primaryColor) >= 4.5);
        expect(solid === primaryColor, `${primaryColor} ${theme}`).toBe(passes);
      }
    }
    expect(brandThemes({ primaryColor: '#2563EB', secondaryColor }).light).toMatchObject({
      '--nl-brand-solid': '#2563eb',
      '--nl-brand-contrast': '#ffffff',
      '--nl-brand-fg': '#2563eb',
    });
  });

  test('has white text on it in both themes, unless it is too bright to be darkened', () => {
    const inks = (primaryColor: string) =>
      themes.map((theme) => brandThemes({ primaryColor, secondaryColor })[theme]['--nl-brand-contrast']);
    const usual = ['#3b82f6', '#2563eb', '#10b981', '#f97316', '#ef4444', '#8b5cf6', '#ec4899', '#0ea5e9'];
    for (const color of [...usual, '#1e3a8a', '#7f1d1d'])
      expect(inks(color), color).toEqual(['#ffffff', '#ffffff']);
    for (const bright of ['#ffd60a', '#a3e635']) expect(inks(bright)[1], bright).toBe('#0b1120');
  });

  test.each([
    ['yellow', '#ffd60a', { light: ['#8c7500', '#ffffff'], dark: ['#ffd60a', '#0b1120'] }],
    ['near-white', '#fdfdfd', { light: ['#2e2e2e', '#ffffff'], dark: ['#fdfdfd', '#0b1120'] }],
    ['near-black', '#060606', { light: ['#060606', '#ffffff'], dark: ['#e4e4e4', '#0b1120'] }],
  ])(
    'a %s is adjusted on one theme only, within its hue, and a grey as far as needed',
    (_, primaryColor, expected) => {
      const { light, dark } = brandThemes({ primaryColor, secondaryColor });
      const button = (face: typeof light) => [face['--nl-brand-solid'], face['--nl-brand-contrast']];
      expect({ light: button(light), dark: button(dark) }).toEqual(expected);
    },
  );
});

describe('The style of a page', () => {
  test('has the documented defaults if the theme of the web doesn’t define a value', () => {
    const faces = brandThemes({ primaryColor: '#3b82f6', secondaryColor, accentColor: '#10b981' });
    const css = JSON.stringify(system.getTokenCss());
    const said = [...css.matchAll(/var\((--nl-[\w-]+), (#[\da-f]{6})\)/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(said.length).toBeGreaterThan(20);
    const known = themes.flatMap((theme) => Object.entries(faces[theme]).map((one) => one.join()));
    expect(said.map((one) => one.join()).filter((one) => !known.includes(one))).toEqual([]);
  });

  test.each([
    '#fff;}body{display:none',
    '</style><script>alert(1)</script>',
    'url(https://evil.test)',
    'red',
    '#3b82f6;',
    '#3b82f6\n',
    '',
    '#12345',
    null,
    7,
    {},
    ['#3b82f6'],
  ])('accepts only colors: %j', (hostile) => {
    const value = hostile as string;
    const style = brandStyle({ primaryColor: value, secondaryColor: value, accentColor: value });
    expect(style).toMatch(/^:root\{(--nl-[a-z-]+:#[\da-f]{6};?)+\}\.dark\{(--nl-[a-z-]+:#[\da-f]{6};?)+\}$/);
    expect(style).toContain('--nl-brand-solid:#2c72e5');
  });
});

describe('The page', () => {
  const page =
    '<head><title>Netlantern</title><link rel="icon" href="/mark.svg" /><script src="/a.js"></script></head>';
  const branding = { ...defaultSender, logoUrl: null, faviconUrl: null };

  test('has the name, the icon and the colors before any script runs', () => {
    const withBranding = brandedPage(
      page,
      { ...branding, platformName: 'Nachtwächter', faviconUrl: '/uploads/a.ico' },
      ':root{}',
    );
    expect(withBranding).toContain('<title>Nachtwächter</title>');
    expect(withBranding).toContain('<link rel="icon" href="/uploads/a.ico" />');
    expect(withBranding).not.toContain('Netlantern');
    expect(withBranding.indexOf('<style id="brand">:root{}</style>')).toBeGreaterThan(0);
    expect(withBranding.indexOf('<style')).toBeLessThan(withBranding.indexOf('src="/a.js"'));
  });

  test.each([
    "</title><script>alert('$&')</script>",
    '</script><img src=x onerror=alert(1)>',
    '$1 $& $`',
    '"><b>',
  ])('shows a name as text only: %s', (platformName) => {
    const withBranding = brandedPage(page, { ...branding, platformName, footerText: platformName }, '');
    expect(withBranding.match(/<script/g)).toHaveLength(2);
    expect(withBranding).not.toMatch(/<img|<b>/);
    const [, said] = /id="platform">(.*?)<\/script>/.exec(withBranding)!;
    expect(JSON.parse(said!)).toMatchObject({ platformName, footerText: platformName });
  });

  test('gives its scripts only public data', () => {
    const [, said] = />(.*)</.exec(platformData(branding))!;
    expect(JSON.parse(said!)).toEqual({
      platformName: 'Netlantern',
      supportEmail: null,
      logoUrl: null,
      footerText: '',
    });
  });
});
