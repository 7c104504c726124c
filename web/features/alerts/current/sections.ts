import type { AlertGrouping, AlertOrder, AlertSeverity } from '#web/gql/graphql.ts';

/** What decides an alert's place in a list. */
export type Place = { id: string; severity: AlertSeverity; since: string };

/** `gone`: it has ended, or matches no more, while the list holds still. */
export type Row = Place & { phase: 'here' | 'arriving' | 'gone' | 'leaving' };

/** Where the loaded rows of a section begin or end while there are more: the server's cursor, and its place. */
type Edge = { cursor: string; at: Place };

/**
 * A part of the list: one group, or everything. One run of its rows is loaded. `before` estimates how many come before
 * the run, and the count says how many come after it.
 */
export type Section = {
  key: string;
  /** As the server counted it last. */
  count: number;
  before: number;
  rows: readonly Row[];
  /** `null`: the section begins with the first row. */
  start: Edge | null;
  /** `null`: the section ends with the last row. */
  end: Edge | null;
  isLoaded: boolean;
};

export type Page = {
  nodes: readonly Place[];
  nextCursor?: string | null;
  previousCursor?: string | null;
};

/** A change of one alert, as lists need it. */
export type Change = {
  place: Place;
  /** Key of its section. */
  section: string;
  matches: boolean;
};

/** Rows per page. The first page is smaller, so that it arrives sooner. */
export const FIRST_PAGE = 50;
export const PAGE = 100;

/** More changes at once than this aren't animated. */
const MOST_ANIMATED = 20;

export const newSection = (key: string, count: number): Section => ({
  key,
  count,
  before: 0,
  rows: [],
  start: null,
  end: null,
  isLoaded: false,
});

/** How many slots a section takes, loaded or not. */
export const lengthOf = (section: Section): number => {
  const { before, rows, end, count, isLoaded } = section;
  if (!isLoaded) return count;
  return before + rows.length + (end ? Math.max(1, count - before - rows.length) : 0);
};

const rank: Record<AlertSeverity, number> = { critical: 0, error: 1, warning: 2, info: 3 };
const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The server's order. Times are ISO strings in UTC, so comparing the text is enough. */
export const orders: Record<AlertOrder, (one: Place, other: Place) => number> = {
  worst: (one, other) => rank[one.severity] - rank[other.severity] || orders.oldest(one, other),
  oldest: (one, other) => compareText(one.since, other.since) || compareText(one.id, other.id),
  newest: (one, other) => orders.oldest(other, one),
};

const here = ({ id, severity, since }: Place): Row => ({ id, severity, since, phase: 'here' });
const edge = (cursor: string | null | undefined, at: Place | undefined): Edge | null =>
  cursor && at ? { cursor, at } : null;

/** The section with a page as its only run, which begins after `skipped` alerts. */
export const withFirstPage = (section: Section, page: Page, skipped = 0): Section => ({
  ...section,
  before: page.previousCursor ? skipped : 0,
  rows: page.nodes.map(here),
  start: edge(page.previousCursor, page.nodes[0]),
  end: edge(page.nextCursor, page.nodes.at(-1)),
  isLoaded: true,
});

/** The section with a page behind its run. An alert that moved there meanwhile isn't there twice. */
export function withNextPage(section: Section, page: Page, order: AlertOrder): Section {
  const rows = merge(section.rows, page.nodes, order);
  return { ...section, rows, end: edge(page.nextCursor, page.nodes.at(-1)) };
}

/** The section with a page before its run. */
export function withPreviousPage(section: Section, page: Page, order: AlertOrder): Section {
  const rows = merge(section.rows, page.nodes, order);
  const start = edge(page.previousCursor, page.nodes[0]);
  const before = start ? Math.max(1, section.before - page.nodes.length) : 0;
  return { ...section, rows, start, before };
}

function merge(rows: readonly Row[], added: readonly Place[], order: AlertOrder): readonly Row[] {
  if (added.length === 0) return rows;
  const ids = new Set(added.map(({ id }) => id));
  return [...rows.filter(({ id }) => !ids.has(id)), ...added.map(here)].sort(orders[order]);
}

/** What to load so that the slots `from` to `to` (excluded) can be shown. Undefined if they are there. */
export function neededLoad(
  section: Section,
  from: number,
  to: number,
): { kind: 'first'; skip: number } | { kind: 'after' | 'before'; cursor: string } | undefined {
  const { before, rows, start, end, isLoaded } = section;
  const loaded = before + rows.length;
  const jump = { kind: 'first', skip: Math.max(0, from - Math.floor(PAGE / 4)) } as const;
  if (!isLoaded) return from < PAGE ? { kind: 'first', skip: 0 } : jump;
  if (start && from < before) return to > before - PAGE ? { kind: 'before', cursor: start.cursor } : jump;
  if (end && to > loaded) return from < loaded + PAGE ? { kind: 'after', cursor: end.cursor } : jump;
  return undefined;
}

/** The sections after some changes, in order. Rows move at once, so the caller decides when. */
export function withChanges(
  sections: readonly Section[],
  changes: readonly Change[],
  order: AlertOrder,
): readonly Section[] {
  const animated = changes.length <= MOST_ANIMATED;
  const latest = new Map(changes.map((change) => [change.place.id, change]));
  return sections.map((section) => {
    const touched = [...latest.values()].filter(({ place, section: key, matches }) => {
      const row = section.rows.find(({ id }) => id === place.id);
      return row ? true : matches && key === section.key && isInRun(section, place, order);
    });
    if (touched.length === 0) return section;
    const ids = new Set(touched.map(({ place }) => place.id));
    const known = new Map(section.rows.map((row) => [row.id, row]));
    const staying = section.rows.filter(({ id }) => !ids.has(id));
    const moved = touched.flatMap(({ place, section: key, matches }): Row[] => {
      const row = known.get(place.id);
      const stays = matches && key === section.key;
      if (stays && !isInRun(section, place, order)) return [];
      if (stays) return [{ ...here(place), phase: row || !animated ? 'here' : 'arriving' }];
      // It fades where it was.
      return row && animated ? [{ ...row, phase: 'leaving' }] : [];
    });
    return { ...section, rows: [...staying, ...moved].sort(orders[order]) };
  });
}

/** The sections while they hold still: rows that would leave only say so. */
export function withMarks(sections: readonly Section[], changes: readonly Change[]): readonly Section[] {
  const latest = new Map(changes.map((change) => [change.place.id, change]));
  return sections.map((section) => {
    if (!section.rows.some(({ id }) => latest.has(id))) return section;
    const rows = section.rows.map((row): Row => {
      const change = latest.get(row.id);
      if (!change) return row;
      return { ...row, phase: change.matches ? 'here' : 'gone' };
    });
    return { ...section, rows };
  });
}

/** The sections once a phase of some rows is over. */
export function withPhasesOver(sections: readonly Section[], ids: ReadonlySet<string>): readonly Section[] {
  return sections.map((section) => {
    if (!section.rows.some(({ id }) => ids.has(id))) return section;
    const rows = section.rows.flatMap((row): Row[] => {
      if (!ids.has(row.id)) return [row];
      if (row.phase === 'leaving') return [];
      return [row.phase === 'arriving' ? { ...row, phase: 'here' } : row];
    });
    return { ...section, rows };
  });
}

/** Whether a place is between the first and the last loaded row, so that nothing can be missing around it. */
function isInRun({ isLoaded, start, end }: Section, place: Place, order: AlertOrder): boolean {
  const compare = orders[order];
  return isLoaded && (!start || compare(place, start.at) >= 0) && (!end || compare(place, end.at) <= 0);
}

/** The section of an alert, as `openAlertGroups` keys it. */
export function sectionKey(
  alert: { siteId: string; type: string; customer?: { id: string } | null },
  by: AlertGrouping | undefined,
): string {
  if (by === 'customer') return alert.customer?.id ?? '';
  if (by === 'site') return alert.siteId;
  if (by === 'cause') return alert.type;
  return '';
}

/** A slot of the list. A `blank` one is not loaded yet. */
export type Slot =
  | { kind: 'header'; section: Section }
  | { kind: 'row'; section: Section; row: Row }
  | { kind: 'blank'; section: Section; offset: number };

/** Every slot by its index, headers included, without building a list of them. */
export class Layout {
  readonly count: number;
  readonly #starts: number[] = [];
  readonly #byId = new Map<string, number>();

  constructor(
    readonly sections: readonly Section[],
    readonly isGrouped: boolean,
    readonly collapsed: Pick<ReadonlySet<string>, 'has'>,
  ) {
    let at = 0;
    for (const section of sections) {
      this.#starts.push(at);
      if (isGrouped) at += 1;
      if (isGrouped && collapsed.has(section.key)) continue;
      section.rows.forEach(({ id }, n) => this.#byId.set(id, at + section.before + n));
      at += lengthOf(section);
    }
    this.count = at;
  }

  at(index: number): Slot {
    const section = this.sections[this.#sectionAt(index)]!;
    const offset = this.#offsetIn(index);
    if (offset < 0) return { kind: 'header', section };
    const row = section.isLoaded ? section.rows[offset - section.before] : undefined;
    return row ? { kind: 'row', section, row } : { kind: 'blank', section, offset };
  }

  /** A row's and a header's key is stable while rows come and go around it. A blank slot's is its index, which costs least. */
  keyAt(index: number): string | number {
    const at = this.#sectionAt(index);
    const { key, rows, before } = this.sections[at]!;
    const offset = this.#offsetFrom(at, index);
    return offset < 0 ? `= ${key}` : (rows[offset - before]?.id ?? index);
  }

  isHeader(index: number): boolean {
    return this.isGrouped && this.#offsetIn(index) < 0;
  }

  /** The nearest slot in a direction that isn't a header, the given one included. */
  rowNear(index: number, direction: number): number | undefined {
    let at = index;
    while (at >= 0 && at < this.count && this.isHeader(at)) at += direction;
    return at >= 0 && at < this.count ? at : undefined;
  }

  indexOf(id: string): number | undefined {
    return this.#byId.get(id);
  }

  /** The slots of each section between two indexes, without headers. */
  ranges(first: number, last: number): { section: Section; from: number; to: number }[] {
    const found: { section: Section; from: number; to: number }[] = [];
    for (let index = Math.max(0, first); index <= Math.min(last, this.count - 1); index++) {
      const offset = this.#offsetIn(index);
      if (offset < 0) continue;
      const section = this.sections[this.#sectionAt(index)]!;
      const range = found.at(-1);
      if (range?.section === section) range.to = offset + 1;
      else found.push({ section, from: offset, to: offset + 1 });
    }
    return found;
  }

  #offsetIn(index: number): number {
    return this.#offsetFrom(this.#sectionAt(index), index);
  }

  #offsetFrom(section: number, index: number): number {
    return index - this.#starts[section]! - (this.isGrouped ? 1 : 0);
  }

  /** The last section that starts at or before an index. */
  #sectionAt(index: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The ids between two loaded rows, both included. Rows that aren't loaded are left out. */
export function idsBetween(layout: Layout, one: string, other: string): string[] {
  const [a, b] = [layout.indexOf(one), layout.indexOf(other)];
  if (a === undefined || b === undefined) return b === undefined ? [] : [other];
  const ids: string[] = [];
  for (let index = Math.min(a, b); index <= Math.max(a, b); index++) {
    const slot = layout.at(index);
    if (slot.kind === 'row') ids.push(slot.row.id);
  }
  return ids;
}
