import type { CustomerContext } from '#api/graphql/context.ts';
import { longestList } from '#api/graphql/document-weight.ts';
import { bodyLimit, maxTokens, weightLimits } from '#api/graphql/limits.ts';
import { policyOf } from '../security/security.service.ts';
import type { ApiLimits } from './api-limits.ts';
import { longestNewLifetime } from './tokens.service.ts';

/** The limits that hold here. */
export async function apiLimits({ app, em }: CustomerContext): Promise<ApiLimits> {
  const { requestsPerMinute, costPerMinute } = app.config;
  return {
    ...weightLimits,
    requestsPerMinute,
    costPerMinute,
    tokens: maxTokens,
    rows: longestList,
    bodyBytes: bodyLimit,
    tokenDays: longestNewLifetime(await policyOf(em)),
  };
}
