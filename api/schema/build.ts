import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema as build } from 'type-graphql';
import { checkAccess } from '#api/access.ts';
import { resolvers } from './resolvers.ts';

/** type-graphql insists on a pub/sub for subscriptions; the hub takes its place, so nothing may reach this one. */
const noPubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('Subscriptions are served by the hub');
  },
};

/** The executable schema. No global middlewares: one makes a long answer many times dearer. */
export function buildSchema(): Promise<GraphQLSchema> {
  return build({
    resolvers,
    authChecker: checkAccess,
    pubSub: noPubSub as never,
    validate: { forbidUnknownValues: false, stopAtFirstError: true },
  });
}
