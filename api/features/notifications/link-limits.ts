import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/attempts/network.ts';
import type { Context } from '#api/graphql/context.ts';
import { ProductError } from '#api/lib/errors.ts';

/** Links of messages that are opened or used. A signature has 256 bits, so this is about load, not about guessing. */
const links: Limit = {
  name: 'message-link',
  attempts: 600,
  seconds: 3600,
  says: 'Too many tries from your network. Try again later.',
};

/** Counts a link that is opened or used, good or not. @throws TooMany */
export async function countLink({ app, request }: Pick<Context, 'app' | 'request'>): Promise<void> {
  await app.attempts.take(links, networkOf(request.ip));
}

/** Each time somebody unsubscribes after that, the owner of the team is mailed. */
const returns: Limit = {
  name: 'subscribe-again',
  attempts: 5,
  seconds: 86_400,
  says: 'This was changed too often. Try again tomorrow.',
};

/** Counts an address that wants alert mails again. @throws TooMany */
export async function countReturn({ app }: Pick<Context, 'app'>, address: string): Promise<void> {
  await app.attempts.take(returns, address);
}

/** Said of every link that does not work, whatever is wrong with it. */
export const invalidAlertLink = (): ProductError =>
  new ProductError('NOT_FOUND', 'This link is not valid any more. Sign in and open the alert there.');

export const invalidUnsubscribeLink = (): ProductError =>
  new ProductError(
    'NOT_FOUND',
    'This link is not valid any more. Ask the owner of the team to take your address out.',
  );
