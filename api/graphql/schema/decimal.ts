import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/**
 * An amount as a person writes it down: `29.99`. It travels and is kept as text, so that no cent is lost on the way; a
 * number is taken too, by the digits it was sent with.
 */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  description: 'A decimal number as a string, such as "29.99". Numbers are accepted too.',
  serialize: String,
  parseValue: fromValue,
  parseLiteral(node) {
    if (node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT)
      return fromValue(node.value);
    throw notOne();
  },
});

/** Whether the digits are right is said by the rules of the input, in words of the product. */
function fromValue(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw notOne();
}

const notOne = () => new GraphQLError('Decimal cannot represent value');
