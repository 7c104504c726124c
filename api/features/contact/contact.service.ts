import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { addMail } from '../email/outbox.store.ts';
import { organizationOf } from '../organization/read-organization.ts';
import { normalEmail } from '../users/normal-email.ts';
import { UserRole } from '../users/user-role.ts';
import { User } from '../users/user.entity.ts';
import type { SubmitContactInput } from './contact.input.ts';
import { countMessage, mayCopy, mayNotify } from './contact-limits.ts';
import { ContactSettings } from './contact-settings.entity.ts';
import { supportAddress } from './contact-settings.service.ts';
import { ContactStatus, ContactSubmission } from './contact-submission.entity.ts';
import { copyLetter, noticeLetter } from './letters.ts';

/** For everybody: how the operator can be reached. Not asked of the database for each visitor. */
export function contactDetails({ app }: Context): Promise<ContactSettings> {
  return app.content.read('contact', () => loadSingleton(app.orm.em.fork(), ContactSettings));
}

/** Nobody fills in four fields in less, in milliseconds. */
const quickest = 2000;

/**
 * Keeps a message, with a copy to its writer and a notice to the operator. A robot is told the same, and nothing is kept.
 * @throws TooMany
 */
export async function submitContact(ctx: Context, input: SubmitContactInput): Promise<Answer> {
  const email = normalEmail(input.email);
  await countMessage(ctx, email);
  const { responseTime } = await organizationOf(ctx.app);
  const answer = { message: `Thank you. We answer within ${responseTime}.` };
  if (isByRobot(input)) return answer;
  const copies = await mayCopy(ctx, email);
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
    if (copies) await addMail(em, written.email, copyLetter(written, responseTime));
    const notice = noticeLetter(written, ctx.app.config.publicUrl);
    for (const address of notifies ? await operatorsOf(em) : []) await addMail(em, address, notice);
  });
  return answer;
}

/** It fills in what people do not see, or is done before they could be. Documented callers send neither. */
function isByRobot({ website, elapsed }: SubmitContactInput): boolean {
  return Boolean(website?.trim()) || (typeof elapsed === 'number' && elapsed < quickest);
}

/** Who is told of a message: the support address, or until there is one those who could name one. */
async function operatorsOf(em: EntityManager): Promise<string[]> {
  const supportEmail = await supportAddress(em);
  if (supportEmail) return [supportEmail];
  const operators = await em.find(User, { role: UserRole.super_admin, suspended: false });
  return operators.map(({ email }) => email);
}
