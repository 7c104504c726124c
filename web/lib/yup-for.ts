import * as yup from 'yup';
import { constraints } from '#web/gql/constraints.ts';

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
  each?: boolean;
  message?: string;
};
export type FieldRules = {
  type: 'string' | 'number' | 'boolean';
  list: boolean;
  required: boolean;
  rules: readonly Rule[];
};

/** The rules of one input type, made from the schema; a screen may add to them with `.shape`, never restate them. */
export const yupFor = (input: keyof typeof constraints) => yupFrom(constraints[input]);

/** The rules of an input type as one Yup object. */
export const yupFrom = (fields: Readonly<Record<string, FieldRules>>): yup.ObjectSchema<object> =>
  yup.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])));

function fieldSchema(field: FieldRules): yup.Schema {
  const single = field.rules.filter((rule) => !field.list || rule.each);
  const one = single.reduce(applyRule[field.type], blank[field.type]());
  const whole = field.list ? listSchema(field, one) : one;
  return field.required && !field.list ? whole.defined() : whole.nullable();
}

/** An empty box is no value at all, so an optional rule never meets ''. */
const blank = {
  string: (): yup.Schema => yup.string().transform((value: unknown) => (value === '' ? undefined : value)),
  number: (): yup.Schema => yup.number().transform((value, typed) => (typed === '' ? undefined : value)),
  boolean: (): yup.Schema => yup.boolean(),
};

const listSchema = (field: FieldRules, one: yup.Schema): yup.Schema =>
  field.rules
    .filter((rule) => !rule.each)
    .reduce((list, { minLength, maxLength, message }) => {
      if (minLength !== undefined) return list.min(minLength, message);
      if (maxLength !== undefined) return list.max(maxLength, message);
      return list;
    }, yup.array().of(one));

const applyRule = {
  string: (schema: yup.Schema, rule: Rule): yup.Schema => text(schema as yup.StringSchema, rule),
  number: (schema: yup.Schema, rule: Rule): yup.Schema => figure(schema as yup.NumberSchema, rule),
  boolean: (schema: yup.Schema, rule: Rule): yup.Schema =>
    rule.equals === undefined ? schema : schema.oneOf([rule.equals === 'true'], rule.message),
};

function text(schema: yup.StringSchema, rule: Rule): yup.Schema {
  const message = rule.message ?? 'This is not valid';
  if (rule.minLength === 1) return schema.required(message);
  if (rule.minLength !== undefined) return schema.min(rule.minLength, message);
  if (rule.maxLength !== undefined) return schema.max(rule.maxLength, message);
  if (rule.pattern !== undefined) return schema.matches(new RegExp(rule.pattern), { message });
  if (rule.format === 'email') return schema.email(message);
  if (rule.format === 'url') return schema.url(message);
  if (rule.equals !== undefined) return schema.oneOf([rule.equals], message);
  if (rule.sameAs !== undefined) return schema.oneOf([yup.ref(rule.sameAs)], message);
  return schema;
}

function figure(schema: yup.NumberSchema, rule: Rule): yup.Schema {
  const message = rule.message ?? 'This is not valid';
  if (rule.min !== undefined) return schema.min(rule.min, message).typeError(message);
  if (rule.max !== undefined) return schema.max(rule.max, message);
  return schema;
}
