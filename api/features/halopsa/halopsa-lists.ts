import { HalopsaError, parsed } from './halopsa-errors.ts';
import { isCut, type HalopsaAsk } from './halopsa-http.ts';
import { integerIn, rowsOf, type Row } from './halopsa-values.ts';

/** Pages of one list that are read, and rows that are kept; what is beyond is said to be left out. */
const mostPages = 200;
const mostRows = 5000;

/** Rows asked for; a server may cap them, so that a short page is no end. Smaller where a page is too long to be read. */
const pageSizes = [100, 25, 5];

export interface Listed<T> {
  rows: T[];
  truncated: boolean;
}

interface List<T> {
  resource: string;
  /** What its rows stand under, where they do not come bare. */
  key: string;
  query?: Record<string, string | number>;
  /** What is kept of a row; undefined leaves it out. */
  pick: (row: Row) => T | undefined;
}

/** Reads a list to its end: until a page is empty or brings nothing new, or came bare and so was whole. */
export async function readList<T>(ask: HalopsaAsk, list: List<T>): Promise<Listed<T>> {
  for (const page_size of pageSizes) {
    const listed = await readPages(ask, list, page_size);
    if (listed) return listed;
  }
  throw new HalopsaError('address', `HaloPSA's list of ${list.key} is too long to be read.`);
}

/** Undefined where a page was too long. */
async function readPages<T>(
  ask: HalopsaAsk,
  { resource, key, query, pick }: List<T>,
  page_size: number,
): Promise<Listed<T> | undefined> {
  const found = new Map<number | string, T | undefined>();
  const listed = (truncated: boolean): Listed<T> => {
    return { rows: [...found.values()].filter((row) => row !== undefined), truncated };
  };
  for (let page_no = 1; page_no <= mostPages; page_no++) {
    const { body, text } = await ask(resource, {
      query: { ...query, pageinate: 'true', page_size, page_no },
    });
    const cut = body === undefined && isCut(text);
    if (cut && !text.trimStart().startsWith('[')) return undefined;
    const { rows, bare } = rowsOf(cut ? wholeRows(text) : body, key);
    const before = found.size;
    for (const row of rows) {
      const id = idOf(row, key);
      if (id === undefined) continue;
      if (found.size === mostRows && !found.has(id)) return listed(true);
      found.set(id, pick(row));
    }
    if (bare) return listed(cut);
    if (found.size === before) return listed(false);
  }
  return listed(true);
}

/** Priorities have a GUID. What has no id that can be kept is left out. */
function idOf(row: Row, key: string): number | string | undefined {
  return key === 'priorities' ? String(row['id']) : integerIn(row['id']);
}

/** Ends of objects at which a cut list is tried to be closed: those within the last row come first. */
const mostEnds = 100;

/** What is whole of a bare list that was cut: reference lists know no pages. */
function wholeRows(text: string): unknown[] {
  let end = text.length;
  for (let ends = 0; ends < mostEnds; ends++) {
    end = text.lastIndexOf('},', end - 1);
    if (end <= 0) return [];
    const rows = parsed(`${text.slice(0, end + 1)}]`);
    if (Array.isArray(rows)) return rows;
  }
  return [];
}
