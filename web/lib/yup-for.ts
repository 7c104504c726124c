import * as yup from 'yup';
import { constraints } from '#web/gql/constraints.ts';
import { isEmailAddress } from './email-address.ts';
import { isWebAddress } from './web-address.ts';

/** One rule as the schema states it: `@constraint(maxLength: 100, message: "…")`. */
export type Rule = {
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  pattern?: string;
  format?: string;
  equals?: string;
  sameAs?: string;
  message: string;
};
export type FieldRules = {
  type: 'string' | 'number' | 'boolean';
  list: boolean;
  required: boolean;
  rules: readonly Rule[];
};

type Table = typeof constraints;
const table: { [Input in keyof Table]: Readonly<Record<keyof Table[Input] & string, FieldRules>> } =
  constraints;

/** The rules of one input type, or of a mutation's arguments, made from the schema; a screen may add to them with `.shape`, never restate them. */
export const yupFor = <Input extends keyof Table>(input: Input) => yupFrom(table[input]);

/** The rules of an input type as one Yup object, which knows the names of its fields. */
export function yupFrom<Name extends string>(fields: Readonly<Record<Name, FieldRules>>) {
  const schemas = Object.entries<FieldRules>(fields).map(([name, field]) => [name, fieldSchema(field)]);
  return yup.object(Object.fromEntries(schemas)) as yup.ObjectSchema<Record<Name, unknown>>;
}

function fieldSchema({ type, list, required, rules }: FieldRules): yup.Schema {
  if (list) return yup.array().nullable();
  const ground = <S extends yup.Schema>(schema: S) =>
    (required ? schema.defined(missing(rules)) : schema.nullable()) as S;
  if (type === 'number') return rules.reduce(figure, ground(yup.number().transform(blank)));
  if (type === 'boolean') return rules.reduce(tick, ground(yup.boolean()));
  const say = (schema: yup.StringSchema, rule: Rule) => text(schema, rule, required);
  return rules.reduce(say, ground(yup.string().transform(blank)));
}

/** What is said of nothing at all: the sentence of a rule that asks for more. */
const missing = (rules: readonly Rule[]) =>
  rules.find(({ max, maxLength }) => max === undefined && maxLength === undefined)?.message;

/** Blank text is no value at all, as the form leaves it out: an optional rule never meets it, a required one says so. */
const blank = (value: unknown, typed: unknown) =>
  typeof typed === 'string' && typed.trim() === '' ? undefined : value;

function text(schema: yup.StringSchema, rule: Rule, required: boolean): yup.StringSchema {
  const { message, minLength, maxLength } = rule;
  if (minLength === 1 && required) return schema.required(message) as yup.StringSchema;
  if (minLength !== undefined) return lengthTest(schema, message, (length) => length >= minLength);
  if (maxLength !== undefined) return lengthTest(schema, message, (length) => length <= maxLength);
  if (rule.pattern !== undefined) return schema.matches(new RegExp(rule.pattern), { message });
  if (rule.format === 'email') return addressTest(schema, message);
  if (rule.format === 'url') return webTest(schema, message, false);
  if (rule.format === 'url-of-any-host') return webTest(schema, message, true);
  if (rule.equals !== undefined) return schema.oneOf([rule.equals], message);
  if (rule.sameAs !== undefined) return schema.oneOf([yup.ref(rule.sameAs)], message);
  return schema;
}

function figure(schema: yup.NumberSchema, { min, max, message }: Rule): yup.NumberSchema {
  if (min !== undefined) return schema.min(min, message).typeError(message);
  if (max !== undefined) return schema.max(max, message);
  return schema;
}

const tick = (schema: yup.BooleanSchema, { equals, message }: Rule): yup.BooleanSchema =>
  equals === undefined ? schema : schema.oneOf([equals === 'true'], message);

/** Yup's own rule knows neither umlauts nor the blank that a phone adds. */
const addressTest = (schema: yup.StringSchema, message: string) =>
  schema.test({
    message,
    skipAbsent: true,
    test: (value) => isEmailAddress(value ?? ''),
  });

/** Yup's own rule wants a dot in every host, and takes schemes that the server refuses. */
const webTest = (schema: yup.StringSchema, message: string, anyHost: boolean) =>
  schema.test({
    message,
    skipAbsent: true,
    test: (value) => isWebAddress(value ?? '', anyHost),
  });

/** An emoji is one character to the server and to a person, two to `length`. */
const lengthTest = (schema: yup.StringSchema, message: string, holds: (length: number) => boolean) =>
  schema.test({
    message,
    skipAbsent: true,
    test: (value) => holds([...(value ?? '').replace(/[\uFE0E\uFE0F]/g, '')].length),
  });
