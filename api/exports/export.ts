import { csvLine, type Cell } from '#api/lib/csv.ts';
import type { RowReader } from './row-reader.store.ts';

/** A row of a list costs far more in a GraphQL answer than a line of text. */
export type ExportKind = 'text' | 'list';

/** The most rows of a download, and of a GraphQL answer, which is held in memory as a whole. */
export const maxRows = { download: 500_000, answer: { text: 5_000, list: 1_000 } };

/** A file or a long list, written piece by piece while its rows are read. */
export interface Export<Piece> {
  kind: ExportKind;
  /** The REST call that streams it, as in `rest/table.ts`. GraphQL names it when an answer would have too many rows. */
  download: string;
  /** Counts the rows, which decide what the export costs. */
  count(reader: RowReader): Promise<number>;
  /** Records that this many rows are about to be sent. If it throws, nothing is sent. */
  record?(rows: number): Promise<void>;
  pieces(reader: RowReader): AsyncIterable<Piece>;
}

/** What the description of a field says about the length of its answer. */
export const lengthOf = (download: string, kind: ExportKind = 'text'): string =>
  `\`${download}\` streams up to ${figure(maxRows.download)} rows; GraphQL answers with at most ${figure(maxRows.answer[kind])}.`;

const figure = (rows: number): string => rows.toLocaleString('en');

/** The columns of a file in their order: a key of each row, and the heading above it. */
export type Columns<Key> = { key: Key; header: string }[];

/** A file for spreadsheets. `batches` yields its rows in the order of the file. */
export function csvExport<Row extends Partial<Record<Key, Cell>>, Key extends string>({
  columns,
  batches,
  ...more
}: Omit<Export<string>, 'pieces' | 'kind'> & {
  columns: Columns<Key>;
  batches(reader: RowReader): AsyncIterable<Row[]>;
}): Export<string> {
  return {
    ...more,
    kind: 'text',
    async *pieces(reader) {
      // The byte order mark tells Excel that the file is UTF-8.
      yield `\uFEFF${csvLine(columns.map(({ header }) => header))}`;
      const keys = columns.map(({ key }) => key);
      for await (const rows of batches(reader)) {
        let lines = '';
        for (const row of rows) lines += csvLine(keys.map((key) => row[key]));
        yield lines;
      }
    },
  };
}

/** JSON of a value in which lists may be given as batches of rows that are still to be read. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string, void, undefined> {
  if (isBatches(value)) {
    let before = '[';
    for await (const rows of value) {
      yield before + rows.map((row) => JSON.stringify(row)).join(',');
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [at, one] of value.entries()) {
      if (at > 0) yield ',';
      yield* jsonPieces(one);
    }
    yield ']';
  } else if (isRecord(value)) {
    let before = '{';
    for (const [key, one] of Object.entries(value)) {
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonPieces(one);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else {
    yield JSON.stringify(value ?? null);
  }
}

const isBatches = (value: unknown): value is AsyncIterable<object[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
