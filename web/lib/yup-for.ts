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
  type: 'string' | 'number' | 'boolean' | 'json';
  /** The values of an enum. */
  values?: readonly string[];
  list: boolean;
  required: boolean;
  rules: readonly Rule[];
};

type Table = typeof constraints;

type One<F extends FieldRules> = F extends { values: readonly (infer V extends string)[] }
  ? V
  : { string: string; number: number; boolean: boolean; json: unknown }[F['type']];

/** The value of one field once it is cast. */
type Value<F extends FieldRules> =
  (F['list'] extends true ? One<F>[] : One<F>) | (F['required'] extends true ? never : null | undefined);

type SchemaOf<F extends FieldRules> = F['list'] extends true
  ? yup.ArraySchema<Extract<Value<F>, unknown[] | null | undefined>, yup.AnyObject>
  : {
      string: yup.StringSchema<Extract<Value<F>, string | null | undefined>>;
      number: yup.NumberSchema<Extract<Value<F>, number | null | undefined>>;
      boolean: yup.BooleanSchema<Extract<Value<F>, boolean | null | undefined>>;
      json: yup.MixedSchema;
    }[F['type']];

type Fields = Readonly<Record<string, FieldRules>>;

/** The rules of an input type, or of a mutation's arguments. A screen may add to them with `.shape`, but restates none. */
export const yupFor = <Input extends keyof Table>(input: Input) => yupFrom<Table[Input]>(constraints[input]);

export const yupFrom = <const F extends Fields>(fields: F) =>
  yup.object(schemasOf(fields)) as yup.ObjectSchema<{ -readonly [Name in keyof F]: Value<F[Name]> }>;

/** The same rules field by field, for a form that adds to one of them: `fieldsFor('TeamInput').name.required(…)`. */
export const fieldsFor = <Input extends keyof Table>(input: Input) =>
  schemasOf(constraints[input]) as {
    [Name in keyof Table[Input]]: Table[Input][Name] extends FieldRules
      ? SchemaOf<Table[Input][Name]>
      : never;
  };

const schemasOf = (fields: Fields): Record<string, yup.Schema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

function schemaOf(field: FieldRules): yup.Schema {
  const { type, list, required, rules } = field;
  const given = <S extends yup.Schema>(schema: S) =>
    (required ? schema.defined(missing(rules)) : schema.nullable()) as S;
  // Items have no rules here: someone who types a list has a blank line before each new item.
  if (list) return given(yup.array());
  if (type === 'json') return given(yup.mixed());
  if (type === 'number') return rules.reduce(figure, given(yup.number().transform(blank)));
  if (type === 'boolean') return rules.reduce(tick, given(yup.boolean()));
  const string = given(yup.string().transform(blank));
  const offered = field.values ? string.oneOf(field.values) : string;
  return rules.reduce((schema, rule) => text(schema, rule, required), offered);
}

/** The message for a missing value: that of a rule that requires one. */
const missing = (rules: readonly Rule[]) =>
  rules.find(({ max, maxLength }) => max === undefined && maxLength === undefined)?.message;

/** Blank text is a missing value, because the form leaves it out. */
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

/** Yup's own rule rejects umlauts, and the space that phones add. */
const addressTest = (schema: yup.StringSchema, message: string) =>
  schema.test({
    message,
    skipAbsent: true,
    test: (value) => isEmailAddress(value ?? ''),
  });

/** Yup's own rule requires a dot in every host, and accepts schemes that the server rejects. */
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

/** For a number field that can't be left blank. */
export const wholeNumber = (field: yup.NumberSchema<number | null | undefined>, label: string) =>
  field
    .required(`${label} is required`)
    .typeError(`${label} must be a whole number`)
    .integer(`${label} must be a whole number`);
