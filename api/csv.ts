import { stringify } from 'csv-stringify/sync';

/** Rows of a file at most: spreadsheets take few more, and it is held in memory. */
export const mostInFile = 50_000;

/**
 * Rows as a file for spreadsheets, under the names of their columns. The mark in front says that it is UTF-8; a text that
 * a spreadsheet would calculate is kept from that.
 */
export function csvOf<Row extends object>(
  columns: { key: keyof Row & string; header: string }[],
  rows: Row[],
): string {
  return stringify(rows, {
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    // By itself it would look for its own kind of line end only, and a text of two lines would be two rows.
    quoted_match: /[\r\n]/,
    cast: { date: (date) => date.toISOString() },
  });
}
