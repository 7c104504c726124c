import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  getNamedType,
  getNullableType,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';

const types: Readonly<Record<string, string>> = {
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  JSON: 'json',
  JSONObject: 'json',
};

/** A codegen plugin: the `@constraint` rules of every input type, and of a mutation's arguments, as plain data, for `web/lib/yup-for.ts`. */
export function plugin(schema: GraphQLSchema): string {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const table = Object.fromEntries([
    ...inputs.map((input) => [input.name, tableOf(Object.values(input.getFields()))]),
    ...mutations.filter(isRuled).map((mutation) => [mutation.name, tableOf(mutation.args)]),
  ]);
  return `export const constraints = ${JSON.stringify(table, null, 2)} as const;\n`;
}

const isRuled = ({ args }: { args: readonly GraphQLArgument[] }) =>
  args.some(({ astNode }) => astNode?.directives?.some(isConstraint));

const isConstraint = (directive: ConstDirectiveNode) => directive.name.value === 'constraint';

const tableOf = (fields: readonly (GraphQLInputField | GraphQLArgument)[]) =>
  Object.fromEntries(fields.map((field) => [field.name, rulesOf(field)]));

function rulesOf(field: GraphQLInputField | GraphQLArgument) {
  const named = getNamedType(field.type);
  return {
    type: types[named.name] ?? (isInputObjectType(named) ? 'json' : 'string'),
    values: isEnumType(named) ? named.getValues().map(({ name }) => name) : undefined,
    list: isListType(getNullableType(field.type)),
    required: isNonNullType(field.type) && field.defaultValue === undefined,
    rules: (field.astNode?.directives ?? [])
      .filter(isConstraint)
      .map((directive) =>
        Object.fromEntries(
          (directive.arguments ?? []).map((argument) => [
            argument.name.value,
            valueFromASTUntyped(argument.value),
          ]),
        ),
      ),
  };
}
