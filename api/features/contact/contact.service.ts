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

/** For everybody: how the operator can be reached. Not asked of the database for each visitor. */
export function contactDetails({ app }: Context): Promise<ContactSettings> {
  return app.content.read('contact', () => loadSingleton(app.orm.em.fork(), ContactSettings));
}

/** Nobody fills in four fields in less, in milliseconds. */
const fastestHumanMs = 2000;

/**
 * Keeps a message, with a copy to its writer and a notice to the operator. A robot is told the same, and nothing is kept.
 * @throws TooMany
 */
export async function submitContact(ctx: Context, input: SubmitContactInput): Promise<Answer> {
  const email = normalEmail(input.email);
  await countMessage(ctx, email);
  const { responseTime } = await organizationOf(ctx.app);
  const answer = { message: `Thank you. We answer within ${responseTime}.` };
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

/** It fills in what people do not see, or is done before they could be. Documented callers send neither. */
function looksAutomated({ website, elapsed }: SubmitContactInput): boolean {
  return Boolean(website?.trim()) || (typeof elapsed === 'number' && elapsed < fastestHumanMs);
}

/** Who is told of a message: the support address, or until there is one those who could name one. */
async function operatorsOf(em: EntityManager): Promise<string[]> {
  const supportEmail = await supportAddress(em);
  if (supportEmail) return [supportEmail];
  const operators = await em.find(User, { role: UserRole.super_admin, suspended: false });
  return operators.map(({ email }) => email);
}

const hour = 3600;

/** People of one office write a few messages; whoever fills the inbox writes far more. */
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

/** From all networks: what people could still read. */
const fromAll: Limit = {
  name: 'contact-all',
  attempts: 500,
  seconds: hour,
  message: 'Too many messages are coming in at the moment. Try again later.',
};

/**
 * Anybody may type anybody's address, so copies are what strangers could be written to with. Above these the message is
 * kept and nothing is mailed; nobody is told, since the count is nobody else's business.
 */
const copies = {
  address: { name: 'contact-copy', attempts: 3, seconds: 24 * hour, message: '' },
  all: { name: 'contact-copy-all', attempts: 100, seconds: hour, message: '' },
} satisfies Record<string, Limit>;

/** Above it the inbox has them all, and the operator's mailbox is spared. */
const notices: Limit = { name: 'contact-notice', attempts: 60, seconds: hour, message: '' };

/** Counts a message, whatever comes of it. @throws TooMany */
export async function countMessage({ app, request }: Context, email: string): Promise<void> {
  await app.attempts.take(fromNetwork, networkOf(request.ip));
  await app.attempts.take(fromAddress, email);
  await app.attempts.take(fromAll, 'everybody');
}

/** Counts a copy to an address. False where there were too many. */
export async function mayEmailCopy(ctx: Context, email: string): Promise<boolean> {
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
