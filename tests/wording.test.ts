// Words that made the product's English read like a translation. They must not come back in what people read.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';

const root = path.join(import.meta.dirname, '..');

/** Each with what to write in its place. */
const words: Record<string, string> = {
  told: 'notified, reported',
  whoever: 'anyone who, people who',
  whomever: 'anyone who',
  anew: 'again',
  nobody: 'no one',
  somebody: 'someone',
  everybody: 'everyone',
  anybody: 'anyone',
  'by then': 'a time, or leave it out',
  'stands? here': 'appears here',
  'stands? in': 'is in',
  'is gone': 'was deleted, not found',
  'a mail': 'an email',
  mails: 'emails',
  'nothing of': 'name what is missing',
  'what becomes of': 'name the result',
  'taken back': 'undone, removed',
  'put aside': 'dismissed',
  'for good': 'permanently',
  'could not be loaded': 'We couldn’t load …',
  'one may': 'you can',
  'switch(ed|es)? (off|on)': 'turn off, turned on',
  '(is|are|becomes?) void': 'no longer works',
  'come of': 'name the result',
  'came of': 'name the result',
  'any more': 'no longer',
  'by itself': 'automatically',
  'by themselves': 'automatically',
};
const pattern = new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'i');

/** Texts that may keep such a word, each with its reason. */
const exceptions: Record<string, string> = {};

type Text = { where: string; text: string };
const offending = (texts: Text[]) =>
  texts
    .filter(({ text }) => pattern.test(text) && !(text in exceptions))
    .map(({ where, text }) => `${where}: “${pattern.exec(text)![0]}” in ${text}`);

test('Descriptions in the schema use plain words', () => {
  const schema = buildSchema(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
  const texts = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    const own = [{ where: type.name, text: type.description ?? '' }];
    if (isEnumType(type))
      for (const value of type.getValues())
        own.push({ where: `${type.name}.${value.name}`, text: value.description ?? '' });
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      for (const field of Object.values(type.getFields())) {
        own.push({ where: `${type.name}.${field.name}`, text: field.description ?? '' });
        for (const arg of 'args' in field ? field.args : [])
          own.push({ where: `${type.name}.${field.name}(${arg.name})`, text: arg.description ?? '' });
      }
    return own;
  });
  expect(texts.length).toBeGreaterThan(2000);
  expect(offending(texts)).toEqual([]);
});

test('Texts on screens use plain words', () => {
  const files = globSync('web/{app,features,site,ui,lib}/**/*.{ts,tsx}', { cwd: root });
  const texts = files.flatMap((file) =>
    textsOf(file, readFileSync(path.join(root, file), 'utf8')).map((text) => ({ where: file, text })),
  );
  expect(texts.length).toBeGreaterThan(3000);
  expect(offending(texts)).toEqual([]);
});

test('Errors, emails, log lines and other texts of the api use plain words', () => {
  const files = globSync('api/**/*.ts', {
    cwd: root,
    exclude: ['api/db/migrations/**', 'api/boot/node/**'],
  });
  const texts = files.flatMap((file) =>
    textsOf(file, readFileSync(path.join(root, file), 'utf8'))
      .filter((text) => !/^(select|insert|update|delete|with|create|alter) /i.test(text))
      .map((text) => ({ where: file, text })),
  );
  expect(texts.length).toBeGreaterThan(2000);
  expect(offending(texts)).toEqual([]);
});

/** What people may read of a file: the text in JSX, strings and templates with a space in them. Operations are left out. */
function textsOf(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    if (/\S\s+\S/.test(text)) found.push(text.replaceAll(/\s+/g, ' ').trim());
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value, callee, quasis } = node as Record<string, unknown>;
    if (type === 'ImportDeclaration') return;
    if (type === 'CallExpression' && (callee as { name?: string }).name === 'graphql') return;
    if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') add(value);
    if (type === 'TemplateLiteral')
      for (const part of quasis as { value: { raw: string } }[]) add(part.value.raw);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(path.basename(file), source).program);
  return found;
}
