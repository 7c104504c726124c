import 'reflect-metadata';
import {
  GraphQLError,
  isInputObjectType,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { buildSchema as build, getMetadataStorage, type BuildSchemaOptions } from 'type-graphql';
import { checkAccess } from '#api/graphql/access.ts';
import { readAfterMutations } from '#api/graphql/batching.ts';
import { chargeLists } from '#api/security/request-rate/row-cost.ts';
import { argumentConstraintsOf, constraintsOf, requiredSentence } from './constraints.ts';
import { validateInput } from './validate.ts';

/** type-graphql requires a pub/sub for subscriptions. The hub replaces it, so nothing may reach this one. */
const noPubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('The live hub must serve subscriptions');
  },
};

/**
 * The executable schema. No global middleware, because a single one makes long responses many times slower.
 */
export async function schemaOf(resolvers: BuildSchemaOptions['resolvers']): Promise<GraphQLSchema> {
  // A field that is a plain property needs no wrapper function, which a long list would call many thousand
  // times.
  for (const field of getMetadataStorage().fields) field.simple ??= field.name === field.schemaName;
  const schema = await build({
    resolvers,
    authChecker: checkAccess,
    pubSub: noPubSub as never,
    validateFn: validateInput,
  });
  refuseUnstorableTimes(schema);
  callGettersDirectly(schema);
  describeRoots(schema);
  noteAudiences(schema);
  noteSentences(schema);
  chargeLists(schema);
  readAfterMutations(schema);
  return schema;
}

const { parseValue, parseLiteral } = GraphQLDateTimeISO;

/** JavaScript formats the year 0 and years after 9999, in UTC, in ways that PostgreSQL can't parse. */
function refuseUnstorableTimes(schema: GraphQLSchema): void {
  const storable = (time: Date): Date => {
    const year = time.getUTCFullYear();
    if (year < 1 || year > 9999)
      throw new GraphQLError('DateTime cannot represent a year before 1 or after 9999 value');
    return time;
  };
  Object.assign(schema.getType('DateTimeISO') as GraphQLScalarType, {
    parseValue: (value: unknown) => storable(parseValue(value) as Date),
    parseLiteral: (...given: Parameters<typeof parseLiteral>) => storable(parseLiteral(...given) as Date),
  });
}

/**
 * Reads getters like any other property. type-graphql would create an instance first and call them as
 * methods.
 */
function callGettersDirectly(schema: GraphQLSchema): void {
  for (const { target, methodName, schemaName, kind, getObjectType } of getMetadataStorage().fieldResolvers) {
    if (kind !== 'internal' || methodName !== schemaName) continue;
    const isGetter = Object.getOwnPropertyDescriptor(target.prototype, methodName)?.get !== undefined;
    if (!isGetter) continue;
    const { name } = getMetadataStorage().objectTypes.find(({ target: type }) => type === getObjectType!())!;
    delete (schema.getType(name) as GraphQLObjectType).getFields()[schemaName]!.resolve;
  }
}

/** Describes the three root types, which type-graphql assembles from all resolvers. */
function describeRoots(schema: GraphQLSchema): void {
  const words = [
    [schema.getQueryType(), 'Operations that read data and change nothing.'],
    [
      schema.getMutationType(),
      'Operations that change data. Several in one request run one after the other.',
    ],
    [schema.getSubscriptionType(), 'Live updates, for as long as the session or token is valid.'],
  ] as const;
  for (const [type, description] of words) Object.assign(type!, { description });
}

/**
 * Records each root field's `@Authorized` access on the field, because entry points that prepare a call check
 * it first.
 */
function noteAudiences(schema: GraphQLSchema): void {
  const { queries, mutations, subscriptions } = getMetadataStorage();
  for (const [type, handlers] of [
    [schema.getQueryType(), queries],
    [schema.getMutationType(), mutations],
    [schema.getSubscriptionType(), subscriptions],
  ] as const) {
    for (const { schemaName, roles } of handlers)
      Object.assign(type!.getFields()[schemaName]!.extensions, { roles });
  }
}

/** Adds each input field's message for a missing value, and the rules of input fields and arguments. */
function noteSentences(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isInputObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const required = requiredSentence(type.name, field.name);
      Object.assign(field.extensions, { required, constraints: constraintsOf(type.name, field.name) });
    }
  }
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const { name, args } of Object.values(root?.getFields() ?? {})) {
      for (const argument of args)
        Object.assign(argument.extensions, { constraints: argumentConstraintsOf(name, argument.name) });
    }
  }
}
