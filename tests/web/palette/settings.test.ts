// The palette knows settings by the headings of their screens: the list is compared with the sources of the screens.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '#web/app/palette/settings.ts';

const sources = globSync('web/features/**/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Headings of cards and groups as the screens write them; those of forms that open in a dialog, and of one controller, have no address. */
const headings = sources
  .filter(
    ({ file }) =>
      !/PackageForm|HalopsaSetup|\/(CustomerFields|ScopeFields|SiteLimitFields)|\/organization\/|\/health\/|\/analytics\/|\/push\//.test(
        file,
      ),
  )
  .flatMap(({ text }) => [
    ...text.matchAll(/<(?:SettingsCard|FieldGroup|Group)\s[^>]*?(?:title|legend)="([^"]+)"/g),
  ])
  .map(([, title]) => title!);

const listed = [...settingsOf('member'), ...settingsOf('admin')];

describe('The settings in the palette', () => {
  test('match those on the screens', () => {
    const all = sources.map(({ text }) => text).join('\n');
    const missing = listed.filter(
      ({ title }) => !all.includes(`"${title}"`) && !new RegExp(`\\n +${title}\\n`).test(all),
    );
    expect(missing.map(({ title }) => title)).toEqual([]);
  });

  test('include every card and group of fields', () => {
    const known = new Set(listed.map(({ title }) => title));
    expect(headings.length).toBeGreaterThan(20);
    expect([...new Set(headings)].filter((title) => !known.has(title))).toEqual([]);
  });
});
