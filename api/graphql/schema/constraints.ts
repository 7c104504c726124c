import { getMetadataStorage as rulesOf } from 'class-validator';
import {
  Kind,
  parse,
  print,
  visit,
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type InputValueDefinitionNode,
  lexicographicSortSchema,
  printSchema,
  type GraphQLSchema,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';

/** A class-validator rule as data. Rules without a row here only apply on the server. */
type Argument = { name: string; value: string | number };
type Rule = ReturnType<ReturnType<typeof rulesOf>['getTargetValidationMetadatas']>[number];

const rows: Record<string, (constraints: unknown[]) => Argument[]> = {
  isNotEmpty: () => [{ name: 'minLength', value: 1 }],
  minLength: ([min]) => [{ name: 'minLength', value: Number(min) }],
  maxLength: ([max]) => [{ name: 'maxLength', value: Number(max) }],
  min: ([min]) => [{ name: 'min', value: Number(min) }],
  max: ([max]) => [{ name: 'max', value: Number(max) }],
  matches: ([pattern]) => [{ name: 'pattern', value: (pattern as RegExp).source }],
  isEmail: () => [{ name: 'format', value: 'email' }],
  isUrl: ([options]) => [{ name: 'format', value: isAnyHost(options) ? 'url-of-any-host' : 'url' }],
  equals: ([value]) => [{ name: 'equals', value: String(value) }],
  sameAs: ([other]) => [{ name: 'sameAs', value: String(other) }],
};

/** Whether a host without a dot is allowed, as in private networks. */
const isAnyHost = (options: unknown): boolean =>
  (options as { require_tld?: boolean } | undefined)?.require_tld === false;

const definition = `
"""Validation rule of an input field or argument, with the error message for people. The server enforces it too."""
directive @constraint(
  "Minimum length in characters. 1 means that it must not be blank."
  minLength: Int
  "Maximum length in characters."
  maxLength: Int
  "Minimum value."
  min: Float
  "Maximum value."
  max: Float
  "ECMAScript regular expression that the text must match."
  pattern: String
  "Format of the text: \`email\`, \`url\`, or \`url-of-any-host\` for a URL whose host needs no top-level domain."
  format: String
  "The only allowed value, as text."
  equals: String
  "Name of the field in the same input that must have the same value."
  sameAs: String
  "Error message if the rule is broken."
  message: String!
) repeatable on INPUT_FIELD_DEFINITION | ARGUMENT_DEFINITION
`;

/**
 * Adds class-validator's constraints on inputs and arguments to the printed schema, as `@constraint`
 * directives.
 */
function withConstraints(sdl: string): string {
  const document = visit(parse(definition + sdl), {
    InputObjectTypeDefinition(type) {
      const rules = rulesFor(type.name.value);
      return { ...type, ...(type.fields && { fields: type.fields.map((field) => ruled(field, rules)) }) };
    },
    ObjectTypeDefinition(type) {
      if (type.name.value !== 'Mutation') return undefined;
      const fields = type.fields?.map((field) => {
        const rules = argumentRules(field.name.value);
        return { ...field, arguments: field.arguments?.map((one) => ruled(one, rules)) };
      });
      return { ...type, ...(fields && { fields }) };
    },
  });
  return `${print(document)}\n`;
}

function ruled(field: InputValueDefinitionNode, rules: readonly Rule[]): InputValueDefinitionNode {
  const own = rules.filter((rule) => rule.propertyName === field.name.value);
  return { ...field, directives: [...(field.directives ?? []), ...own.flatMap(directive)] };
}

/** The message of an input field that must not be blank. Undefined if the class has none. */
export function requiredSentence(type: string, field: string): string | undefined {
  const rule = rulesFor(type).find(
    ({ propertyName, name }) => propertyName === field && name === 'isNotEmpty',
  );
  return typeof rule?.message === 'string' ? rule.message : undefined;
}

function rulesFor(type: string): Rule[] {
  const target = getMetadataStorage().inputTypes.find(({ name }) => name === type)?.target;
  return target ? rulesOfClass(target) : [];
}

/** The rules of a root field's arguments, if they are a class. */
function argumentRules(root: string): Rule[] {
  const { queries, mutations } = getMetadataStorage();
  const method = [...mutations, ...queries].find(({ schemaName }) => schemaName === root);
  return (method?.params ?? []).flatMap((param) =>
    param.kind === 'args' ? rulesOfClass(param.getType() as Function) : [],
  );
}

const rulesOfClass = (target: Function): Rule[] =>
  rulesOf().getTargetValidationMetadatas(target, '', false, false);

/** A rule as a name and a value, and the message when it is broken. */
export interface Constraint extends Argument {
  /** Whether it applies to each item of a list. */
  each: boolean;
  message: string;
}

/** The constraints on a field of an input, or on an argument of a root field. */
export const constraintsOf = (type: string, field: string): Constraint[] => stated(rulesFor(type), field);
export const argumentConstraintsOf = (root: string, argument: string): Constraint[] =>
  stated(argumentRules(root), argument);

function stated(rules: readonly Rule[], property: string): Constraint[] {
  return rules
    .filter(({ propertyName }) => propertyName === property)
    .flatMap((rule) => {
      const { message, each = false } = rule;
      if (typeof message !== 'string') return [];
      return argumentsOf(rule).map((argument) => ({ ...argument, each, message }));
    });
}

const argumentsOf = (rule: Rule): Argument[] => rows[rule.name ?? rule.type]?.(rule.constraints) ?? [];

function directive(rule: Rule): ConstDirectiveNode[] {
  const of = argumentsOf(rule);
  if (of.length === 0 || typeof rule.message !== 'string') return [];
  const values = [...of, { name: 'message', value: rule.message }];
  return [
    { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'constraint' }, arguments: values.map(argument) },
  ];
}

function argument({ name, value }: Argument): ConstArgumentNode {
  return {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value:
      typeof value === 'string'
        ? { kind: Kind.STRING, value }
        : { kind: Number.isInteger(value) ? Kind.INT : Kind.FLOAT, value: String(value) },
  };
}

/** A schema as sorted text, with the rules of its inputs. */
export const sdlOf = (schema: GraphQLSchema): string =>
  withConstraints(printSchema(lexicographicSortSchema(schema)));
