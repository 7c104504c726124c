/** Something wrong with what was typed, and the line in which it stands; the first is 1. */
export interface LineProblem {
  line: number;
  problem: string;
}

/** Sentences that fit under a field. */
const most = 3;

/** The lines of a text, each with its number; blank ones are left out. */
export function numberedLines(text: string): { line: number; text: string }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}

/** The first problems as one text for the field; undefined where there is none. */
export function describeProblems(problems: readonly LineProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  const said = [...problems]
    .sort((one, other) => one.line - other.line)
    .slice(0, most)
    .map(({ line, problem }) => `Line ${line}: ${problem}.`);
  const more = problems.length - said.length;
  return [...said, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

/** Something typed, short enough to stand in a sentence. */
export function quoted(text: string): string {
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text;
}

/** The line of a text in which a character stands. */
export function lineNumberAt(text: string, index: number): number {
  return text.slice(0, index).split(/\r\n|\r|\n/).length;
}
