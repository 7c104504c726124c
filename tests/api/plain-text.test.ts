import { expect, test } from 'vitest';
import { cleaned } from '#api/lib/plain-text.ts';

test.each([
  ['as it is', 'as it is'],
  [' two\r\n\tlines\u2028and more ', 'two lines and more'],
  ['NUL \u0000 and bell\u0007', 'NUL and bell'],
  ['turned \u202egnp.exe', 'turned gnp.exe'],
  ['half \ud83d of one', 'half \ufffd of one'],
  ['Zoë’s 😀 AP 👩‍🔧', 'Zoë’s 😀 AP 👩‍🔧'],
  ['', ''],
])('%j is stored in a displayable form', (given, kept) => expect(cleaned(given, 100)).toBe(kept));

test('A very long text is cut, never in the middle of a character', () => {
  expect(cleaned('x'.repeat(1_000_000), 300)).toBe('x'.repeat(300));
  expect(cleaned('😀'.repeat(1000), 3)).toBe('😀');
  expect(cleaned(`${' '.repeat(400)}a`, 50)).toBe('a');
});
