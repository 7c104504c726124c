import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/ip-address.ts';
import { TooMany } from '#api/lib/errors.ts';
import { addEmail } from '../email/outbox.store.ts';
import { organizationOf } from '../organization/organization.service.ts';
import { normalEmail, UserRole, User } from '../users/user.entity.ts';
import type { SubmitContactInput } from './contact.input.ts';
import { ContactSettings } from './contact-settings.entity.ts';
import { supportAddress } from './contact-settings.service.ts';
import { ContactStatus, ContactSubmission } from './contact-submission.entity.ts';
import { copyEmail, noticeEmail } from './emails.ts';

/** Public contact details, cached for visitors. */
export function contactDetails({ app }: Context): Promise<ContactSettings> {
  return app.content.read('contact', () => loadSingleton(app.orm.em.fork(), ContactSettings));
}

/** Milliseconds in which no human fills in four fields. */
const fastestHumanMs = 2000;

/**
 * Stores a message, emails a copy to its sender and a notice to the operator. Bots get the same response, but
 * nothing is stored. @throws TooMany
 */
export async function submitContact(ctx: Context, input: SubmitContactInput): Promise<Answer> {
  const email = normalEmail(input.email);
  await countMessage(ctx, email);
  const { responseTime } = await organizationOf(ctx.app);
  const answer = { message: `Thank you. We'll reply within ${responseTime}.` };
  if (looksAutomated(input)) return answer;
  const copies = await mayEmailCopy(ctx, email);
  const notifies = await mayNotify(ctx);
  await ctx.app.orm.em.fork().transactional(async (em) => {
    const written = {
      id: randomUUID(),
      name: input.name.trim(),
      email: input.email.trim().normalize('NFC'),
      subject: input.subject.trim(),
      message: input.message.trim().replace(/\r\n?/g, '\n'),
    };
    await em.insert(ContactSubmission, {
      ...written,
      status: ContactStatus.new,
      adminNotes: '',
      ipAddress: ctx.request.ip,
      createdAt: new Date(),
    });
    if (copies) await addEmail(em, written.email, copyEmail(written, responseTime));
    const notice = noticeEmail(written, ctx.app.config.publicUrl);
    for (const address of notifies ? await operatorsOf(em) : []) await addEmail(em, address, notice);
  });
  return answer;
}

/** Bots fill in the hidden field, or submit faster than a human could. Documented API callers send neither. */
function looksAutomated({ website, elapsed }: SubmitContactInput): boolean {
  return Boolean(website?.trim()) || (typeof elapsed === 'number' && elapsed < fastestHumanMs);
}

/** Who is notified about a message: the support address, or the super administrators until one is set. */
async function operatorsOf(em: EntityManager): Promise<string[]> {
  const supportEmail = await supportAddress(em);
  if (supportEmail) return [supportEmail];
  const operators = await em.find(User, { role: UserRole.super_admin, suspended: false });
  return operators.map(({ email }) => email);
}

const hour = 3600;

/** Enough for a few messages from one office, and far below a flood. */
const fromNetwork: Limit = {
  name: 'contact',
  attempts: 10,
  seconds: hour,
  message: 'Too many messages from your network. Try again later.',
};

const fromAddress: Limit = {
  name: 'contact-address',
  attempts: 5,
  seconds: hour,
  message: 'Too many messages from this email address. Try again later.',
};

/** Across all networks: about as many as people could still read. */
const fromAll: Limit = {
  name: 'contact-all',
  attempts: 500,
  seconds: hour,
  message: "We're receiving too many messages at the moment. Try again later.",
};

/**
 * Copies could be used to email strangers, because anyone can enter any address. Over these limits the
 * message is stored without a copy, and the sender isn't told, since the count would reveal others' activity.
 */
const copies = {
  address: { name: 'contact-copy', attempts: 3, seconds: 24 * hour, message: '' },
  all: { name: 'contact-copy-all', attempts: 100, seconds: hour, message: '' },
} satisfies Record<string, Limit>;

/** Over this limit, messages only go to the inbox and not to the operator's mailbox. */
const notices: Limit = { name: 'contact-notice', attempts: 60, seconds: hour, message: '' };

/** Counts a message, even if it fails later. @throws TooMany */
export async function countMessage({ app, request }: Context, email: string): Promise<void> {
  await app.attempts.take(fromNetwork, networkOf(request.ip));
  await app.attempts.take(fromAddress, email);
  await app.attempts.take(fromAll, 'everybody');
}

/** Counts a copy to an address. Returns false over the limit. */
export async function mayEmailCopy(ctx: Context, email: string): Promise<boolean> {
  return (await mayTake(ctx, copies.address, email)) && mayTake(ctx, copies.all, 'everybody');
}

/** Counts a notice to the operator. Returns false over the limit. */
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
