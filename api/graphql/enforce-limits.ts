import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { CallerContext, Context } from './context.ts';
import { weigh } from './document-weight.ts';
import { Unauthenticated } from '#api/lib/errors.ts';
import { beyondLimits } from './limits.ts';
import { subjectOf } from '#api/security/request-rate/row-cost.ts';

interface Asked {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables?: Readonly<Record<string, unknown>> | null;
}

/**
 * The last word before an operation runs, when its variables and who asks are known: judges what it asks for, and counts
 * its cost. @throws what is beyond a limit, TooMany, or Unauthenticated
 */
export function admit({ document, operation, variables }: Asked, ctx: Context | CallerContext): void {
  const weight = weigh(document, operation, variables ?? {});
  const tooMuch = beyondLimits(weight);
  if (tooMuch) throw tooMuch;
  const { config, rates } = ctx.app;
  if (weight.introspects && config.production && !ctx.viewer) {
    throw new Unauthenticated('The schema is told to people who are signed in and to API tokens');
  }
  rates.spend(subjectOf(ctx), weight.cost);
}
