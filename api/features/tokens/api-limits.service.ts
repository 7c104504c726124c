import type { CustomerContext } from '#api/context.ts';
import { longestList } from '#api/document-weight.ts';
import { bodyLimit, maxTokens, weightLimits } from '#api/limits.ts';
import type { ApiLimits } from './api-limits.ts';

/** The limits that hold here. */
export function apiLimits({ app }: CustomerContext): ApiLimits {
  const { requestsPerMinute, costPerMinute } = app.config;
  return {
    ...weightLimits,
    requestsPerMinute,
    costPerMinute,
    tokens: maxTokens,
    rows: longestList,
    bodyBytes: bodyLimit,
  };
}
