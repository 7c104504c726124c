import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  getNamedType,
  getNullableType,
  valueFromASTUntyped,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';

const NUMBERS = ['Int', 'Float'];

/** A codegen plugin: the `@constraint` rules of every input type as plain data, for `web/lib/yup-for.ts`. */
export function plugin(schema: GraphQLSchema): string {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const table = Object.fromEntries(
    inputs.map((input) => [
      input.name,
      Object.fromEntries(Object.values(input.getFields()).map((field) => [field.name, rulesOf(field)])),
    ]),
  );
  return `export const constraints = ${JSON.stringify(table, null, 2)} as const;\n`;
}

function rulesOf(field: GraphQLInputField) {
  const named = getNamedType(field.type);
  const name = isEnumType(named) ? 'String' : named.name;
  return {
    type: NUMBERS.includes(name) ? 'number' : name === 'Boolean' ? 'boolean' : 'string',
    list: isListType(getNullableType(field.type)),
    required: isNonNullType(field.type) && field.defaultValue === undefined,
    rules: (field.astNode?.directives ?? [])
      .filter((directive) => directive.name.value === 'constraint')
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
