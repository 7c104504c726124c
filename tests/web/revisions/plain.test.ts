import { describe, expect, test } from 'vitest';
import { summary } from '#web/features/revisions/HistoryRow.tsx';
import { revertedVersions } from '#web/features/revisions/History.tsx';
import { inOrderOf, lineDifference, rowDifference } from '#web/features/revisions/differences.ts';
import { changedFields } from '#web/lib/changed-fields.ts';

test("changes follow the order of the form's fields, and others come last", () => {
  const changes = [{ field: 'x' }, { field: 'b' }, { field: 'a' }];
  expect(inOrderOf({ a: 'First', b: 'Second' }, changes).map(({ field }) => field)).toEqual(['a', 'b', 'x']);
});

test('a change of a list is named after what happened to its rows', () => {
  const [one, two, three] = ['Docs', 'Pricing', 'Contact'].map((title) => ({ id: title, title }));
  const change = (before: unknown[], after: unknown[]) => summary([{ field: 'items', before, after }]);
  expect(change([], [one])).toBe('Added Docs');
  expect(change([one], [])).toBe('Deleted Docs');
  expect(change([one, two], [two, { ...one, title: 'Guide' }, three])).toBe(
    'Added Contact, Changed Guide, Order',
  );
});

describe('two texts', () => {
  const shown = (before: string, after: string) =>
    lineDifference(before.split('\n'), after.split('\n')).map((line) =>
      line.mark === 'skip' ? `(${line.count})` : `${line.mark} ${line.text}`,
    );

  test('show added and removed lines, with two around them', () => {
    expect(shown('a\nb\nc\nd\ne\nf\ng\nh', 'a\nb\nc\nd\nE\nf\ng\nh')).toEqual([
      '(2)',
      'same c',
      'same d',
      'gone e',
      'new E',
      'same f',
      'same g',
      '(1)',
    ]);
  });

  test('keep common lines when others move in', () => {
    expect(shown('a\nc', 'a\nb\nc')).toEqual(['same a', 'new b', 'same c']);
    expect(shown('x', 'x')).toEqual(['(1)']);
  });

  test('of twenty thousand lines without a common one are compared quickly', () => {
    const [before, after] = ['a', 'b'].map((name) => Array.from({ length: 20_000 }, (_, n) => `${name}${n}`));
    const lines = lineDifference(before!, after!);
    expect(lines.length).toBe(40_000);
  });
});

describe('two lists', () => {
  const row = (id: string, title: string, over = {}) => ({ id, title, url: `/${id}`, order: 0, ...over });

  test('show rows that were added, removed and changed, and their order', () => {
    const before = [row('1', 'Pricing'), row('2', 'Docs'), row('3', 'Blog')];
    const after = [row('2', 'Docs', { url: '/new' }), row('1', 'Pricing'), row('4', 'Hilfe 🛟')];
    expect(rowDifference(before, after)).toEqual([
      { id: '4', kind: 'added', name: 'Hilfe 🛟', row: after[2] },
      { id: '3', kind: 'removed', name: 'Blog', row: before[2] },
      {
        id: '2',
        kind: 'changed',
        name: 'Docs',
        fields: [{ field: 'url', before: '/2', after: '/new' }],
      },
      { id: 'order', kind: 'order', before: ['Pricing', 'Docs'], after: ['Docs', 'Pricing'] },
    ]);
  });

  test("that are renumbered in the same order don't differ", () => {
    expect(
      rowDifference([row('1', 'A'), row('2', 'B')], [row('1', 'A', { order: 5 }), row('2', 'B')]),
    ).toEqual([]);
  });
});

describe('what is reverted', () => {
  const steps = (...reverts: (number | null)[]) =>
    reverts.map((revertOf, place) => ({ version: place + 1, revertOf }));

  test.each([
    ['nothing while nothing was reverted', steps(null, null), []],
    ['the last change', steps(null, null, 2), [2]],
    ['a change with all that came after it', steps(null, null, null, 2), [2, 3]],
    ['nothing but the revert once that is reverted', steps(null, null, 2, 3), [3]],
    ['a change, and not what was made after the revert', steps(null, 1, null), [1]],
  ])('is %s', (_, history, expected) => expect([...revertedVersions(history)]).toEqual(expected));

  test('is also known if the history of the list is incomplete', () => {
    const history = [
      { version: 60, revertOf: 41 },
      { version: 59, revertOf: null },
    ];
    expect([...revertedVersions(history)]).toEqual([59]);
  });
});

describe('what a form sends', () => {
  test('contains only the changes; cleared texts are empty strings', () => {
    const began = { title: 'A', list: ['x'], flag: true, note: 'n', picture: null, version: 3 };
    expect(changedFields(began, { title: 'A', list: ['x', 'y'], flag: true })).toEqual({
      list: ['x', 'y'],
      note: '',
    });
  });
});
