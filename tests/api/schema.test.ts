import { readFileSync } from 'node:fs';
import { parse, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { printedSchema } from '#api/graphql/schema/emit.ts';

const committed = readFileSync('schema.graphql', 'utf8');

/** Everything that has a name, by its path (`Mutation.signIn.input`), with what the schema says of it. */
const parts = (() => {
  const found: { path: string; name: string; words: string }[] = [];
  const above: string[] = [];
  visit(parse(committed), {
    enter(node) {
      if (!node.kind.endsWith('Definition') || !('name' in node) || !node.name) return;
      above.push(node.name.value);
      const words = 'description' in node ? (node.description?.value ?? '') : '';
      found.push({ path: above.join('.'), name: node.name.value, words });
    },
    leave(node) {
      if (node.kind.endsWith('Definition') && 'name' in node && node.name) above.pop();
    },
  });
  return found;
})();
const pathsOf = (some: typeof parts) => some.map(({ path }) => path);

/** A text without what sets names and sentences apart. */
const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

describe('The committed schema', () => {
  test('matches the program (else: npm run schema)', async () => {
    expect(committed).toBe(await printedSchema());
  });

  test('describes every type, field, argument and value', () => {
    expect(parts.length).toBeGreaterThan(1500);
    expect(pathsOf(parts.filter(({ words }) => words.trim() === ''))).toEqual([]);
  });

  test('describes it with more than its name', () => {
    expect(pathsOf(parts.filter(({ name, words }) => bare(words) === bare(name)))).toEqual([]);
  });

  test.each([
    ['name: String!', 'maxLength: 100, message: "Name must be 100 characters or less"'],
    ['name: String!', 'minLength: 1, message: "Rule name is required"'],
    ['condition: AlertCondition!', 'minLength: 1, message: "Condition is required"'],
    ['duration: Int! = 5', 'min: 1, message: "Duration must be at least 1 minute"'],
    ['duration: Int! = 5', 'max: 1440, message: "Duration cannot exceed 24 hours"'],
    ['haloPriority: Int! = 2', 'max: 5, message: "Priority must be between 1 and 5"'],
    ['email: String!', 'minLength: 1, message: "Email is required"'],
    ['apiKey: String!', 'minLength: 1, message: "Please enter your UniFi Site Manager API key"'],
  ])('states the rules of an input: %s', (field, rule) => {
    const lines = committed.split('\n').filter((line) => line.trim().startsWith(field));
    expect(lines.some((line) => line.includes(`@constraint(${rule})`))).toBe(true);
  });

  test('states them for a change too, where every field may be left out', () => {
    const [, changes = ''] = /input AlertRuleChanges \{(.*?)\n\}/s.exec(committed) ?? [];
    expect(changes).toMatch(/name: String .*@constraint\(maxLength: 100/);
    expect(changes).toContain('duration: Int @constraint(max: 1440');
    expect(changes).not.toMatch(/^\s+\w+: \S+! /m);
  });
});
