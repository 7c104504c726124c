import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/attempts/network.ts';
import type { Context } from '#api/graphql/context.ts';
import { TooMany } from '#api/lib/errors.ts';

const hour = 3600;

/** People of one office write a few messages; whoever fills the inbox writes far more. */
const fromNetwork: Limit = {
  name: 'contact',
  attempts: 10,
  seconds: hour,
  says: 'Too many messages from your network. Try again later.',
};

const fromAddress: Limit = {
  name: 'contact-address',
  attempts: 5,
  seconds: hour,
  says: 'Too many messages from this email address. Try again later.',
};

/** From all networks: what people could still read. */
const fromAll: Limit = {
  name: 'contact-all',
  attempts: 500,
  seconds: hour,
  says: 'Too many messages are coming in at the moment. Try again later.',
};

/**
 * Anybody may type anybody's address, so copies are what strangers could be written to with. Above these the message is
 * kept and nothing is mailed; nobody is told, since the count is nobody else's business.
 */
const copies = {
  address: { name: 'contact-copy', attempts: 3, seconds: 24 * hour, says: '' },
  all: { name: 'contact-copy-all', attempts: 100, seconds: hour, says: '' },
} satisfies Record<string, Limit>;

/** Above it the inbox has them all, and the operator's mailbox is spared. */
const notices: Limit = { name: 'contact-notice', attempts: 60, seconds: hour, says: '' };

/** Counts a message, whatever comes of it. @throws TooMany */
export async function countMessage({ app, request }: Context, email: string): Promise<void> {
  await app.attempts.take(fromNetwork, networkOf(request.ip));
  await app.attempts.take(fromAddress, email);
  await app.attempts.take(fromAll, 'everybody');
}

/** Counts a copy to an address. False where there were too many. */
export async function mayCopy(ctx: Context, email: string): Promise<boolean> {
  return (await mayTake(ctx, copies.address, email)) && mayTake(ctx, copies.all, 'everybody');
}

/** Counts a notice to the operator. False where there were too many. */
export function mayNotify(ctx: Context): Promise<boolean> {
  return mayTake(ctx, notices, 'operator');
}

async function mayTake({ app }: Context, limit: Limit, subject: string): Promise<boolean> {
  try {
    await app.attempts.take(limit, subject);
    return true;
  } catch (refused) {
    if (refused instanceof TooMany) return false;
    throw refused;
  }
}
