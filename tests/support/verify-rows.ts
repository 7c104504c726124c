import { afterEach, expect } from 'vitest';
import { verifyRows } from '#api/db/query-rows.ts';

/** Rows that weren't what their statement declares. They fail the test in which they were read. */
const problems: string[] = [];

export const reportRows = (problem: string): void => void problems.push(problem);

verifyRows(reportRows);

afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
});
