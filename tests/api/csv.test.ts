// Every cell reads the same in a spreadsheet as on the screen, and none of them runs.
import { expect, test } from 'vitest';
import { csvLine } from '#api/lib/csv.ts';

test.each([
  ['plain', 'plain'],
  [-5, '-5'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [null, ''],
  [undefined, ''],
  ['', ''],
  ['Acme, Inc.', '"Acme, Inc."'],
  ['the "lobby"', '"the ""lobby"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
  ['=1+1', "'=1+1"],
  ['+44 20', "'+44 20"],
  ['-5', "'-5"],
  ['@sum', "'@sum"],
  ['\tindented', "'\tindented"],
  ['＝1+1', "'＝1+1"],
  ['=A1,"x"', `"'=A1,""x"""`],
])('%j is written as %j', (cell, written) => {
  expect(csvLine([cell, 'next'])).toBe(`${written},next\r\n`);
});

test('A row with one empty cell is still a row', () => {
  expect(csvLine([null])).toBe('\r\n');
});
