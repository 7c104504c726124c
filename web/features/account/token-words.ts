import type { TokenScope } from '#web/gql/graphql.ts';

/** What a scope allows; each includes the one before. */
export const scopeWords: Record<TokenScope, { name: string; what: string }> = {
  read: { name: 'Read', what: 'sees what the team has' },
  alerts: { name: 'Alerts', what: 'also acknowledges alerts and changes rules' },
  manage: { name: 'Manage', what: 'also changes controllers and everything else' },
};

export const scopes = Object.keys(scopeWords) as TokenScope[];

const DAY = 86_400_000;

/** Whether and when a token ends, in words. */
export function expiryWords(
  expiresAt: string | null | undefined,
  now: Date,
): { text: string; isOver: boolean } {
  if (!expiresAt) return { text: 'does not expire', isOver: false };
  const left = new Date(expiresAt).getTime() - now.getTime();
  if (left <= 0) return { text: 'Expired', isOver: true };
  const days = Math.ceil(left / DAY);
  return { text: days === 1 ? 'expires within a day' : `expires in ${days} days`, isOver: false };
}
