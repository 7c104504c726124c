/** A problem in typed text, with its line number from 1. */
export interface LineProblem {
  line: number;
  problem: string;
}

/** Maximum problems shown under a field. */
const most = 3;

/** Numbers the lines, leaving out blank ones. */
export function numberedLines(text: string): { line: number; text: string }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}

/** Describes the first problems for a field, or returns undefined if there are none. */
export function describeProblems(problems: readonly LineProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  const said = [...problems]
    .sort((one, other) => one.line - other.line)
    .slice(0, most)
    .map(({ line, problem }) => `Line ${line}: ${problem}.`);
  const more = problems.length - said.length;
  return [...said, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

/** Shortens typed text for a sentence. */
export function quoted(text: string): string {
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text;
}

/** Line number of a character. */
export function lineNumberAt(text: string, index: number): number {
  return text.slice(0, index).split(/\r\n|\r|\n/).length;
}
