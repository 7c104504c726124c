import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import type { App } from '#api/config/app.ts';
import type { Ask } from './renderer.ts';

/**
 * Answers what the screens of the site ask, as a visitor is answered, without the way over the network. @throws the first
 * field that failed: half a page is none.
 */
export function askAsVisitor(app: App, schema: GraphQLSchema): Ask {
  return async ({ query: document, variables: variableValues }) => {
    const request = { id: 'site', ip: null, userAgent: null };
    const contextValue = { em: app.orm.em.fork(), viewer: null, app, request };
    const answer = await execute({ schema, document, variableValues, contextValue });
    if (answer.errors?.[0]) throw answer.errors[0].originalError ?? answer.errors[0];
    // As it would arrive: dates are text.
    return JSON.parse(JSON.stringify(answer)) as ExecutionResult;
  };
}
