import { readFileSync } from 'node:fs';
import { isInputObjectType, isObjectType, isSpecifiedScalarType, type GraphQLNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { buildSchema } from '#api/schema/build.ts';
import { printedSchema } from '#api/schema/emit.ts';

const committed = readFileSync('schema.graphql', 'utf8');
const schema = await buildSchema();
const roots: unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const ours = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);
const fieldsOf = (type: GraphQLNamedType) =>
  isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];

describe('The committed schema', () => {
  test('is the one the program is built of (else: npm run schema)', async () => {
    expect(committed).toBe(await printedSchema());
  });

  test('says what each type is', () => {
    const silent = ours.filter((type) => !roots.includes(type) && !type.description);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('says what each call does', () => {
    const calls = ours.filter((type) => roots.includes(type)).flatMap(fieldsOf);
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
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
