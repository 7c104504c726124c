import type { TokenScope } from '#web/gql/graphql.ts';
import { keysOf } from '#web/lib/keys-of.ts';

/** What each scope allows. Each includes the previous one. */
export const scopeWords: Record<TokenScope, { name: string; what: string }> = {
  read: { name: 'Read', what: 'view the team’s data' },
  alerts: { name: 'Alerts', what: 'also acknowledge alerts and change rules' },
  manage: { name: 'Manage', what: 'also change controllers and everything else' },
};

export const scopes = keysOf(scopeWords);

const DAY = 86_400_000;

export function expiryWords(
  expiresAt: string | null | undefined,
  now: Date,
): { text: string; isOver: boolean } {
  if (!expiresAt) return { text: 'no expiry', isOver: false };
  const left = new Date(expiresAt).getTime() - now.getTime();
  if (left <= 0) return { text: 'Expired', isOver: true };
  const days = Math.ceil(left / DAY);
  return { text: days === 1 ? 'expires within a day' : `expires in ${days} days`, isOver: false };
}
