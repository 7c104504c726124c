/** What somebody was about to do when their bank took them to a page of its own. */
export type Purpose = 'subscribe' | 'change' | 'pay' | 'card';

const purposes: readonly string[] = ['subscribe', 'change', 'pay', 'card'] satisfies Purpose[];

/** Where it leads on to; an admin's own /dashboard is that of the operator. */
export const placeAfter = (purpose: Purpose, isAdmin: boolean): string =>
  purpose !== 'subscribe' ? '/billing' : isAdmin ? '/user-dashboard' : '/dashboard';

/** Where a bank sends people back to. Stripe adds how it went. */
export const returnAddress = (purpose: Purpose, isAdmin: boolean): string =>
  `${window.location.origin}${placeAfter(purpose, isAdmin)}?returned=${purpose}`;

/** What the bank's page came back with; nothing where the address says nothing of it. */
export function returnedIn(search: URLSearchParams): { purpose: Purpose; isRefused: boolean } | undefined {
  const purpose = search.get('returned');
  if (!purpose || !purposes.includes(purpose)) return undefined;
  return { purpose: purpose as Purpose, isRefused: search.get('redirect_status') === 'failed' };
}

/** What Stripe adds to the address, secrets among it, and our own word. */
export const returnedWords = [
  'returned',
  'redirect_status',
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
];
