import { describe, expect, test } from 'vitest';
import {
  type Change,
  idsBetween,
  Layout,
  lengthOf,
  neededLoad,
  newSection,
  PAGE,
  type Place,
  type Section,
  sectionKey,
  withChanges,
  withFirstPage,
  withMarks,
  withNextPage,
  withPhasesOver,
  withPreviousPage,
} from '#web/features/alerts/current/sections.ts';

const at = (minute: number, severity: Place['severity'] = 'error'): Place => ({
  id: `a${minute}`,
  severity,
  since: `2026-11-20T14:${String(minute).padStart(2, '0')}:00.000Z`,
});
const from = (first: number, last: number): Place[] =>
  Array.from({ length: last - first + 1 }, (_, n) => at(first + n));
const change = (place: Place, matches = true, section = ''): Change => ({ place, section, matches });

/** Minutes 10 to 19 of a list of 40, with more on both sides. */
const middle: Section = withFirstPage(
  newSection('', 40),
  { nodes: from(10, 19), previousCursor: 'before 10', nextCursor: 'after 19' },
  10,
);
const whole = withFirstPage(newSection('', 3), { nodes: from(1, 3) });
const shown = ({ rows }: Section) =>
  rows.map(({ id, phase }) => (phase === 'here' ? id : `${id} ${phase}`)).join(' ');
const after = (section: Section, ...changes: Change[]) => withChanges([section], changes, 'worst')[0]!;

describe('a change of an alert', () => {
  test('adds it where it belongs, worst first and then oldest first', () => {
    const critical = at(9, 'critical');
    expect(shown(after(whole, change(critical)))).toBe('a9 arriving a1 a2 a3');
    expect(shown(after(whole, change(at(5)), change(at(4))))).toBe('a1 a2 a3 a4 arriving a5 arriving');
  });

  test('moves it, and leaves it alone where it is', () => {
    expect(shown(after(whole, change(at(3, 'critical'))))).toBe('a3 a1 a2');
    expect(shown(after(whole, change(at(2))))).toBe('a1 a2 a3');
  });

  test('lets it fade where it was, and then removes it', () => {
    const fading = after(whole, change(at(2), false));
    expect(shown(fading)).toBe('a1 a2 leaving a3');
    expect(shown(withPhasesOver([fading], new Set(['a2']))[0]!)).toBe('a1 a3');
  });

  test('is not shown twice however often it comes, and the latest of several counts', () => {
    const again = after(after(whole, change(at(4)), change(at(4))), change(at(4)));
    expect(again.rows.map(({ id }) => id)).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(shown(after(whole, change(at(4)), change(at(4), false)))).toBe('a1 a2 a3');
  });

  test('outside the loaded rows changes none of them, and takes away a row that has moved there', () => {
    expect(after(middle, change(at(5)), change(at(30)))).toBe(middle);
    expect(shown(after(middle, change(at(12, 'critical'))))).toBe('a10 a11 a13 a14 a15 a16 a17 a18 a19');
    expect(shown(after(middle, change({ ...at(14), id: 'new' })))).toContain('a14 new arriving a15');
  });

  test('in a storm is applied without animation', () => {
    const storm = from(20, 50).map((place) => change(place));
    expect(shown(after(whole, ...storm))).not.toContain('arriving');
  });

  test('moves the alert to another group', () => {
    const groups = ['x', 'y'].map((key) =>
      withFirstPage(newSection(key, 1), { nodes: key === 'x' ? [at(1)] : [] }),
    );
    const [x, y] = withChanges(groups, [change(at(1), true, 'y')], 'worst');
    expect([shown(x!), shown(y!)]).toEqual(['a1 leaving', 'a1 arriving']);
  });
});

test('While the list holds still, rows only say that they are gone, and come back when they match again', () => {
  const [marked] = withMarks([whole], [change(at(2), false), change(at(7))]);
  expect(shown(marked!)).toBe('a1 a2 gone a3');
  expect(shown(withMarks([marked!], [change(at(2))])[0]!)).toBe('a1 a2 a3');
});

describe('pages', () => {
  test('extend the loaded rows on both sides, with each alert once', () => {
    const next = withNextPage(middle, { nodes: [at(11), ...from(20, 22)], nextCursor: null }, 'oldest');
    expect(next.rows.map(({ id }) => id)).toEqual(from(10, 22).map(({ id }) => id));
    expect(next.end).toBeNull();
    const both = withPreviousPage(next, { nodes: from(5, 9), previousCursor: 'before 5' }, 'oldest');
    expect(both).toMatchObject({ before: 5, start: { cursor: 'before 5' } });
    expect(withPreviousPage(both, { nodes: from(1, 4) }, 'oldest')).toMatchObject({ before: 0, start: null });
  });

  test.each([
    ['what is visible is there', 10, 20, undefined],
    ['it ends below', 15, 25, { kind: 'after', cursor: 'after 19' }],
    ['it begins above', 5, 15, { kind: 'before', cursor: 'before 10' }],
    ['it is far below', 500, 520, { kind: 'first', skip: 500 - PAGE / 4 }],
  ])('are loaded when %s', (_, first, last, expected) => {
    expect(neededLoad({ ...middle, count: 1000 }, first, last)).toEqual(expected);
  });

  test('are loaded from the beginning, or from where someone jumps to, if there are none yet', () => {
    expect(neededLoad(newSection('', 1000), 0, 20)).toEqual({ kind: 'first', skip: 0 });
    expect(neededLoad(newSection('', 1000), 800, 820)).toEqual({ kind: 'first', skip: 775 });
    expect(neededLoad(whole, 0, 3)).toBeUndefined();
  });

  test('count what is not loaded, and never less than one while there is more', () => {
    expect(lengthOf(middle)).toBe(40);
    expect(lengthOf({ ...middle, count: 3 })).toBe(21);
    expect(lengthOf({ ...whole, count: 9 })).toBe(3);
  });
});

describe('the layout', () => {
  const groups = [
    { ...withFirstPage(newSection('x', 2), { nodes: from(1, 2) }) },
    newSection('y', 3),
    { ...middle, key: 'z' },
  ];
  const layout = new Layout(groups, true, new Set());
  const kinds = (one: Layout) => Array.from({ length: one.count }, (_, n) => one.keyAt(n));

  test('has a header for each group, its rows, and slots for rows that are not loaded', () => {
    expect(kinds(layout).slice(0, 8)).toEqual(['= x', 'a1', 'a2', '= y', 4, 5, 6, '= z']);
    expect(layout.count).toBe(3 + 2 + 3 + 40);
    expect(layout.at(8)).toMatchObject({ kind: 'blank', offset: 0 });
    expect(layout.at(18)).toMatchObject({ kind: 'row', row: { id: 'a10' } });
    expect(layout.indexOf('a10')).toBe(18);
  });

  test('leaves out the rows of collapsed groups', () => {
    const collapsed = new Layout(groups, true, new Set(['x', 'z']));
    expect(kinds(collapsed)).toEqual(['= x', '= y', 2, 3, 4, '= z']);
    expect(collapsed.indexOf('a1')).toBeUndefined();
  });

  test('says which slots of which groups are visible', () => {
    expect(layout.ranges(2, 9).map(({ section, ...range }) => ({ key: section.key, ...range }))).toEqual([
      { key: 'x', from: 1, to: 2 },
      { key: 'y', from: 0, to: 3 },
      { key: 'z', from: 0, to: 2 },
    ]);
  });

  test('knows the loaded rows between two, across groups', () => {
    expect(idsBetween(layout, 'a11', 'a2')).toEqual(['a2', 'a10', 'a11']);
    expect(idsBetween(layout, 'unknown', 'a2')).toEqual(['a2']);
  });
});

test.each([
  [undefined, ''],
  ['site', 'HOST:1'],
  ['cause', 'port_down'],
  ['customer', 'c1'],
] as const)('Grouped by %s, an alert belongs to %j', (by, key) => {
  expect(sectionKey({ siteId: 'HOST:1', type: 'port_down', customer: { id: 'c1' } }, by)).toBe(key);
});
