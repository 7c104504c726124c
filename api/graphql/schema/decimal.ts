import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/**
 * An amount in decimal notation: `29.99`. Sent and stored as text, so that no cent is lost. Numbers are
 * accepted too, by the digits they were sent with.
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

/** The input's own rules validate the digits, with the product's messages. */
function fromValue(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw notOne();
}

const notOne = () => new GraphQLError('Decimal cannot represent value');
