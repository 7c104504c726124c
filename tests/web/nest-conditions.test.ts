import createCache from '@emotion/cache';
import { serializeStyles } from '@emotion/serialize';
import { expect, test } from 'vitest';
import { nestConditions } from '#web/app/nest-conditions.ts';

/** The rules that a style object adds to the page. */
function rulesOf(styles: Parameters<typeof serializeStyles>[0][number]): string[] {
  const added: string[] = [];
  const cache = createCache({ key: 'nl', stylisPlugins: [nestConditions] });
  const sheet = Object.assign(cache.sheet, { insert: (rule: string) => void added.push(rule) });
  cache.insert('.nl-x', serializeStyles([styles]), sheet, false);
  // Development also adds empty rules, for its source maps.
  return added.filter((rule) => !rule.endsWith('{}'));
}

test('A style that applies under a condition is added as a plain rule, so that the rest of the page keeps its style', () => {
  expect(
    rulesOf({
      color: 'red',
      '@media (min-width: 48rem)': { color: 'blue', '&:hover, & > b': { color: 'green' } },
      '@layer recipes': { padding: 0, '@media (hover: hover)': { '&:hover': { padding: 1 } } },
    }),
  ).toEqual([
    '.nl-x{color:red;}',
    '.nl-x{@media (min-width: 48rem){color:blue;}}',
    '.nl-x:hover{@media (min-width: 48rem){color:green;}}',
    '.nl-x>b{@media (min-width: 48rem){color:green;}}',
    '.nl-x{@layer recipes{padding:0;}}',
    '.nl-x:hover{@layer recipes{@media (hover: hover){padding:1px;}}}',
  ]);
});

test('A pseudo-element under a condition is nested in its element, and animations stay as they are', () => {
  expect(
    rulesOf({ '@media print': { '&::before': { content: '""' }, '& ::selection': { color: 'red' } } }),
  ).toEqual([
    '.nl-x{@media print{&::before{content:"";}}}',
    '.nl-x *{@media print{&::selection{color:red;}}}',
  ]);
  expect(rulesOf('@keyframes spin{to{opacity:0;}}')).toEqual(['@keyframes spin{to{opacity:0;}}']);
});
