type Line = { mark: 'same' | 'gone' | 'new'; text: string };

/**
 * A line as it stands in both texts, only in the older or only in the newer; `skip` counts equal ones that are left out.
 * `at` is its place among all.
 */
export type DiffLine = { at: number } & (Line | { mark: 'skip'; count: number });

/** Equal lines that are shown around a change, for the eye to find its place. */
const AROUND = 2;
/** Beyond so many pairs of lines comparing takes longer than a person waits: then all is gone and all is new. */
const MOST_PAIRS = 1_000_000;

/** What must go and what must come to make one text of the other, line by line. */
export function lineDifference(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head += 1;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const marked = (mark: Line['mark']) => (text: string) => ({ mark, text });
  const [was, is] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const middle =
    was.length * is.length > MOST_PAIRS
      ? [...was.map(marked('gone')), ...is.map(marked('new'))]
      : walk(was, is);
  return folded([
    ...before.slice(0, head).map(marked('same')),
    ...middle,
    ...before.slice(before.length - tail).map(marked('same')),
  ]);
}

/** Along the longest common run of lines. */
function walk(was: readonly string[], is: readonly string[]): Line[] {
  const wide = is.length + 1;
  const longest = new Uint32Array((was.length + 1) * wide);
  const at = (row: number, column: number) => longest[row * wide + column]!;
  for (let row = was.length - 1; row >= 0; row -= 1)
    for (let column = is.length - 1; column >= 0; column -= 1)
      longest[row * wide + column] =
        was[row] === is[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < was.length || column < is.length) {
    const [old, now] = [was[row], is[column]];
    if (old !== undefined && old === now) {
      lines.push({ mark: 'same', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ mark: 'gone', text: old });
      row += 1;
    } else {
      lines.push({ mark: 'new', text: now! });
      column += 1;
    }
  }
  return lines;
}

function folded(lines: readonly Line[]): DiffLine[] {
  const isNear = lines.map((_, place) =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ mark }) => mark !== 'same'),
  );
  const shown: DiffLine[] = [];
  lines.forEach((line, place) => {
    const last = shown.at(-1);
    if (isNear[place]) shown.push({ at: place, ...line });
    else if (last?.mark === 'skip') last.count += 1;
    else shown.push({ at: place, mark: 'skip', count: 1 });
  });
  return shown;
}
