import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/attempts/network.ts';
import type { Context } from '#api/graphql/context.ts';

const hour = 3600;

/** Whoever asks which addresses are listed, or fills the list, needs far more. */
const joins: Limit = {
  name: 'waitlist',
  attempts: 20,
  seconds: hour,
  says: 'Too many requests from your network. Try again later.',
};

/** From all networks: each new entry is mailed, and a flood of them would use up what the provider lets through. */
const allJoins: Limit = {
  name: 'waitlist-all',
  attempts: 2000,
  seconds: hour,
  says: 'Too many people are joining at the moment. Try again later.',
};

/** Links that are opened or used. A signature has 256 bits, so this is about load, not about guessing. */
const links: Limit = {
  name: 'waitlist-link',
  attempts: 600,
  seconds: hour,
  says: 'Too many tries from your network. Try again later.',
};

/** Counts somebody who wants to join, whatever comes of it. @throws TooMany */
export async function countJoin({ app, request }: Context): Promise<void> {
  await app.attempts.take(joins, networkOf(request.ip));
  await app.attempts.take(allJoins, 'everybody');
}

/** Counts a link that is opened or used, good or not. @throws TooMany */
export async function countLeaveLink({ app, request }: Context): Promise<void> {
  await app.attempts.take(links, networkOf(request.ip));
}
