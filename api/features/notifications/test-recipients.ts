import type { Limit } from '#api/security/attempts/attempts.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { TooMany } from '#api/lib/errors.ts';
import { suppressionOf } from '../email/suppression.ts';
import type { ChannelConfig } from '../integrations/channel-config.ts';
import { normalEmail } from '../users/normal-email.ts';

/** Addresses that one test writes to: nobody has confirmed that they want it. */
const mostAddresses = 5;

/** Test mails of a team. */
const perTeam: Limit = {
  name: 'test-mail',
  attempts: 50,
  seconds: 3600,
  says: 'Too many test mails. Try again in an hour.',
};

/** Test mails to an address that is not the sender's own, whoever sends them. */
const perAddress: Limit = {
  name: 'test-mail-address',
  attempts: 5,
  seconds: 86_400,
  says: 'These recipients have had enough test mails for today. Try again tomorrow.',
};

/** Whom a test mail goes to, and how many more would be told of alerts; or why it goes to nobody. */
export type TestRecipients = { recipients: string[]; others: number } | { nobody: string };

/**
 * Whoever tests a channel of mails gets the test alone where they are among its recipients, else a few of these. Who
 * asked for no more, or takes no mail, is left out. Counts what is sent. @throws TooMany
 */
export async function testRecipientsOf(
  { app, em, viewer }: CustomerContext,
  { recipients = [], unsubscribed = [] }: ChannelConfig,
): Promise<TestRecipients> {
  if (recipients.length === 0) return { nobody: 'There are no recipients yet.' };
  const willing: string[] = [];
  for (const address of recipients)
    if (!unsubscribed.some((one) => isSame(one, address)) && !(await suppressionOf(em, address)))
      willing.push(address);
  const own = willing.find((address) => isSame(address, viewer.user.email));
  const chosen = own ? [own] : willing.slice(0, mostAddresses);
  if (chosen.length === 0)
    return { nobody: 'All recipients have unsubscribed, or their addresses take no mail.' };
  const counted: string[] = [];
  for (const address of chosen) {
    if (!own && !(await isAllowed(perAddress, normalEmail(address)))) continue;
    await app.attempts.take(perTeam, viewer.team.id);
    counted.push(address);
  }
  if (counted.length === 0) return { nobody: perAddress.says };
  return { recipients: counted, others: willing.length - counted.length };

  async function isAllowed(limit: Limit, subject: string): Promise<boolean> {
    try {
      await app.attempts.take(limit, subject);
      return true;
    } catch (error) {
      if (error instanceof TooMany) return false;
      throw error;
    }
  }
}

const isSame = (one: string, other: string): boolean => normalEmail(one) === normalEmail(other);
