/** What the person was doing when their bank redirected them to its own page. */
export type Purpose = 'subscribe' | 'change' | 'pay' | 'card';

const purposes: readonly string[] = ['subscribe', 'change', 'pay', 'card'] satisfies Purpose[];

/** Where to continue. An administrator's /dashboard is the platform's. */
export const placeAfter = (purpose: Purpose, isAdmin: boolean): string =>
  purpose !== 'subscribe' ? '/billing' : isAdmin ? '/user-dashboard' : '/dashboard';

/** The return URL for the bank. Stripe adds the outcome. */
export const returnAddress = (purpose: Purpose, isAdmin: boolean): string =>
  `${window.location.origin}${placeAfter(purpose, isAdmin)}?returned=${purpose}`;

/** The outcome in the address. `undefined` if there is none. */
export function returnedIn(search: URLSearchParams): { purpose: Purpose; isRefused: boolean } | undefined {
  const purpose = search.get('returned');
  if (!purpose || !purposes.includes(purpose)) return undefined;
  return { purpose: purpose as Purpose, isRefused: search.get('redirect_status') === 'failed' };
}

/** The parameters that Stripe adds, including secrets, and our own. */
export const returnedWords = [
  'returned',
  'redirect_status',
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
];
