import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { CallerContext, Context } from './context.ts';
import { measureWeight } from './document-weight.ts';
import { Unauthenticated } from '#api/lib/errors.ts';
import { exceededLimit } from './limits.ts';
import { subjectOf } from '#api/security/request-rate/row-cost.ts';

interface OperationRequest {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables?: Readonly<Record<string, unknown>> | null;
}

/**
 * The last check before an operation runs, once its variables and caller are known. Enforces limits and
 * charges its cost.
 * @throws a product error for an exceeded limit, TooMany, or Unauthenticated
 */
export function enforceLimits(
  { document, operation, variables }: OperationRequest,
  ctx: Context | CallerContext,
): void {
  const weight = measureWeight(document, operation, variables ?? {});
  const tooMuch = exceededLimit(weight);
  if (tooMuch) throw tooMuch;
  const { config, rates } = ctx.app;
  if (weight.introspects && config.production && !ctx.viewer) {
    throw new Unauthenticated('Sign in or use an API token to read the schema');
  }
  rates.spend(subjectOf(ctx), weight.cost);
}
