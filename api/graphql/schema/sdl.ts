import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { withConstraints } from './constraints.ts';

/** A schema as text: sorted, with the rules of its inputs. */
export const sdlOf = (schema: GraphQLSchema): string =>
  withConstraints(printSchema(lexicographicSortSchema(schema)));
