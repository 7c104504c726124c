// The specification line by line: where each line is proved, or by which decision it reads otherwise.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A row of the tables: section, what the document says, and the tests (`file › title`) or the decision. */
interface Line {
  section: string;
  says: string;
  proofs: string[];
}

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\| *\d/.test(line))
    .map((line) => {
      const [section = '', says = '', proof = ''] = line.slice(1, -1).split(' | ');
      const proofs = proof
        .split('<br>')
        .map((one) => one.trim().replaceAll('\\_', '_').replaceAll('\\*', '*'));
      return { section: section.trim(), says: says.trim(), proofs };
    });

const sources = new Map<string, string>();
/** What a test file says, without the backslashes of its quotes. */
function sourceOf(file: string): string {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const found = globSync(`tests/${file}`).length === 1 ? readFileSync(`tests/${file}`, 'utf8') : '';
  const source = found.replaceAll(/\\(?=['"`])/g, '');
  sources.set(file, source);
  return source;
}

/** Why a proof proves nothing; nothing where it does. */
function flawOf(proof: string): string | undefined {
  if (/^decision \d+: .+/.test(proof)) return undefined;
  const [file = '', title = ''] = proof.split(' › ');
  if (!file || !title) return 'names neither `file › title` nor a decision';
  return sourceOf(file).includes(title) ? undefined : 'there is no such test';
}

test.each([
  ['the customer side', 'tests/specification/1-customer-side.md'],
  ['the administrator area and the public site', 'tests/specification/2-admin-and-public.md'],
])('Each line of the specification of %s is proved by a test or decided otherwise', (_, file) => {
  const lines = linesOf(file);
  expect(lines.length).toBeGreaterThan(100);
  const flaws = lines.flatMap(({ section, says, proofs }) =>
    proofs.flatMap((proof) => {
      const flaw = says.length > 3 ? flawOf(proof) : 'says nothing';
      return flaw ? [`${section} ${says} → ${proof}: ${flaw}`] : [];
    }),
  );
  expect(flaws).toEqual([]);
});
