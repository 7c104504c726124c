import type { MailedLinkQuery } from '#web/gql/graphql.ts';
import { detailOf } from '#web/lib/server-errors.ts';

export type LinkState = MailedLinkQuery['mailedLink']['state'];
/** Why a mailed link cannot be used. */
export type LinkFailure = Exclude<LinkState, 'valid'>;

const failures: readonly string[] = ['used', 'expired', 'wrong'] satisfies LinkFailure[];

/** What the server says of the link that it was sent; nothing where the failure has another reason. */
export function linkStateOf(error: unknown): LinkFailure | undefined {
  const state = detailOf(error, 'link');
  return typeof state === 'string' && failures.includes(state) ? (state as LinkFailure) : undefined;
}
