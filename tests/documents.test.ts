// What the documents name must exist, so that a moved file or a renamed command takes its mention along.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** The longest that each document may be, in lines, and words where that is limited too. */
const limits: Record<string, { lines: number; words?: number }> = {
  'README.md': { lines: 150, words: 1000 },
  'CONTRIBUTING.md': { lines: 60 },
  'api/README.md': { lines: 60 },
  'web/README.md': { lines: 60 },
  'tests/README.md': { lines: 60 },
};
/** A decision is one page. */
const decisionLines = 60;
const sentenceWords = 25;

const documents = [...Object.keys(limits), ...globSync('docs/**/*.md').sort()];
const decisions = documents.filter((file) => file.startsWith('docs/decisions/'));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

const textOf = (file: string) => readFileSync(file, 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one);

/** What stands in code, in a line or as a block, where commands and paths are. */
const codeOf = (text: string) => [
  ...found(text, /`([^`\n]+)`/g),
  ...found(text, /^ {4}(.+)$/gm).filter((line) => !line.trimStart().startsWith('//')),
];

/** Paths from the root of the repository or, in a folder's own guide, from that folder. */
function pathsOf(code: string): string[] {
  const files = /(?<![\w./<@-])((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|js|md|yml|graphql|txt|html))(?![\w*<])/g;
  const folders = /(?<![\w./<@-])((?:api|web|tests|docs)(?:\/[\w.-]+)+\/?)(?![\w.*</])/g;
  return [...found(code, files), ...found(code, folders)].filter((one) => !/^x\.|^\.|^localhost/.test(one));
}

/** Sentences of prose: neither code blocks nor tables nor headings. */
function sentencesOf(text: string): string[] {
  const prose = text
    .replaceAll(/^( {4}|\||#).*$/gm, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/`[^`]+`/g, 'code');
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. ))|(?<=[.?!])["”)_*]*\s+/)
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word));

describe('The documents', () => {
  test.each(Object.entries(limits))('keep %s short', (file, { lines, words = Infinity }) => {
    const text = textOf(file);
    expect(text.trimEnd().split('\n').length).toBeLessThan(lines);
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThan(words);
  });

  test('are all read by the tests below', () => {
    const code = codeOf(textOf('README.md'));
    expect(code.flatMap(pathsOf)).toEqual(
      expect.arrayContaining(['api/wiring/reactions.ts', 'docker-compose.yml']),
    );
    expect(sentencesOf(textOf('README.md'))).toContain(
      'Netlantern watches UniFi networks for the people who run them.',
    );
    expect(pathsOf('`rest/absent.ts` and api/features/absent')).toEqual([
      'rest/absent.ts',
      'api/features/absent',
    ]);
  });

  test.each(documents)('name only commands that exist: %s', (file) => {
    const code = codeOf(textOf(file)).join('\n');
    const named = [...found(code, /npm run ([\w:-]+)/g), ...found(code, /npm (start|test)\b/g)];
    expect(named.filter((script) => !scripts[script])).toEqual([]);
    const configs = found(code, /--config (\S+)/g);
    expect(configs.filter((config) => !existsSync(config))).toEqual([]);
    const services = found(textOf('docker-compose.yml'), /^ {2}(\w+):$/gm);
    const composed = found(code, /^docker compose (?:stop|run|exec)((?: \S+)+)/gm).flatMap((line) =>
      found(line, /(?<= )(\w+)(?= |$)/g).slice(0, line.includes('pg_') ? 1 : undefined),
    );
    expect(composed.filter((service) => !services.includes(service))).toEqual([]);
    const measured = found(code, /npm run bench -- (.+)/g).flatMap((line) => line.split(' '));
    const measures = textOf('tests/bench/run.ts');
    expect(measured.filter((name) => !new RegExp(`^  '?${name}'?[,:]`, 'm').test(measures))).toEqual([]);
  });

  test.each(documents)('name only files and folders that exist: %s', (file) => {
    const [room] = file.split('/');
    const places = ['.', ...(room && room !== 'docs' ? [path.dirname(file)] : [])];
    const missing = codeOf(textOf(file))
      .flatMap(pathsOf)
      .filter((one) => !places.some((place) => existsSync(path.join(place, one))));
    // Generated and git-ignored, or copied by the reader.
    expect(missing.filter((one) => !one.startsWith('web/gql'))).toEqual([]);
  });

  test.each(documents)('link only to what exists: %s', (file) => {
    const broken = found(textOf(file), /\]\((?!https?:)([^)]+)\)/g).filter((link) => {
      const [target = '', anchor] = link.split('#');
      const place = target ? path.join(path.dirname(file), target) : file;
      if (!existsSync(place)) return true;
      return anchor !== undefined && !anchorsOf(textOf(place)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test.each(['README.md', 'docs/operations.md'])('name only variables of .env.example: %s', (file) => {
    const known = found(textOf('.env.example'), /^#?([A-Z_]+)=/gm);
    const named = codeOf(textOf(file)).flatMap((code) => found(code, /(?:^|\s)([A-Z]+(?:_[A-Z]+)+)\b/g));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test.each(documents)(`write sentences of at most ${sentenceWords} words: %s`, (file) => {
    const long = sentencesOf(textOf(file)).filter((one) => wordsOf(one).length > sentenceWords);
    expect(long).toEqual([]);
  });

  test('number the decisions in the order of their dates, one page each', () => {
    const numbers = decisions.map((file) => Number(/\/(\d{4})-/.exec(file)?.[1]));
    expect(numbers).toEqual(decisions.map((_, index) => index + 1));
    const dates = decisions.map(
      (file) => /^\d{4}-\d{2}-\d{2}$/m.exec(textOf(file))?.[0] ?? `${file} has no date`,
    );
    expect(dates).toEqual([...dates].sort());
    for (const file of decisions) {
      const text = textOf(file);
      expect(found(text, /^## (.+)$/gm)).toEqual(['Context', 'Decision', 'Consequences']);
      expect(text.trimEnd().split('\n').length).toBeLessThan(decisionLines);
    }
  });
});

/** The anchors that headings get, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return found(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
