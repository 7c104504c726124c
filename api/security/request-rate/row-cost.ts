import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { Context } from '#api/graphql/context.ts';
import { wordsOf } from '#api/db/text-search.ts';
import { networkOf } from '../ip-address.ts';

/** Rows that cost one point: read and written individually, or only aggregated by the database. */
export const rowsPerPoint = { written: 10, summedUp: 100 };

/**
 * Charges for rows. Never more than half of the limit per minute, so that a low limit makes long responses
 * rare, not impossible.
 * @throws TooMany
 */
export function chargeRows(
  { app, viewer, request }: Pick<Context, 'app' | 'viewer' | 'request'>,
  rows: number,
  perPoint = rowsPerPoint.written,
): void {
  const points = Math.ceil(rows / perPoint);
  if (points === 0) return;
  const subject = subjectOf({ viewer, request });
  const { allowed } = app.rates.status(subject).find(({ name }) => name === 'cost')!;
  app.rates.spend(subject, Math.min(points, Math.floor(allowed / 2)));
}

/** Charges for a search: every word is looked for in every row, whether it's found or not. */
export const chargeSearch = (
  ctx: Pick<Context, 'app' | 'viewer' | 'request'>,
  search: string | null | undefined,
  rows: number,
): void => chargeRows(ctx, wordsOf(search).length * rows, rowsPerPoint.summedUp);

/**
 * Charges every query for the rows it returns. A document is weighed before it runs, and a list without
 * `first` weighs the same whether it has three rows or thirty thousand.
 */
export function chargeLists(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const resolve: GraphQLFieldResolver<unknown, Context> = field.resolve ?? defaultFieldResolver;
    field.resolve = async (source, args, ctx: Context, info) => {
      const answer = await resolve(source, args as Record<string, unknown>, ctx, info);
      const rows = rowsIn(answer);
      if (rows > includedRows) chargeRows(ctx, rows);
      return answer;
    };
  }
}

/** Rows that the weight of a document already covers. */
const includedRows = 10;

/** Rows in a list, or in the lists of an object. Lists of scalars are the columns of one table. */
function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return 0;
  let rows = 0;
  let longestColumn = 0;
  for (const value of Object.values(answer)) {
    if (!Array.isArray(value)) continue;
    if (value.some(isObject)) rows += value.length;
    else longestColumn = Math.max(longestColumn, value.length);
  }
  return rows + longestColumn;
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/**
 * Whose requests are counted together: a person's, on all screens and with all API tokens, or those from a
 * network of visitors. A token has no count of its own, because each new token would raise the limit.
 */
export function subjectOf({
  viewer,
  request,
}: {
  viewer: { user: { id: string } } | null;
  request: { ip: string | null };
}): string {
  return viewer ? `person:${viewer.user.id}` : `address:${networkOf(request.ip)}`;
}
