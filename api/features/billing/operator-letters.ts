import type { App } from '#api/config/app.ts';
import type { Letter } from '../email/letter.ts';
import { addMail } from '../email/outbox.ts';
import { plainName } from '../email/plain-name.ts';
import { Team } from '../teams/team.entity.ts';
import { UserRole } from '../users/user-role.ts';
import { User } from '../users/user.entity.ts';
import { isFirst } from './notices.ts';
import type { StripeEvent } from './stripe-event.entity.ts';

/** What the operator has to know of, though nothing is to be done here. */
const matters: Record<string, { subject: string; says: string }> = {
  'charge.refunded': {
    subject: 'A payment was refunded',
    says: 'was paid back, in full or in part. Their package stays as it is.',
  },
  'charge.dispute.created': {
    subject: 'A payment is disputed',
    says: 'is disputed by the holder of the card. Answer at Stripe before the date that stands there.',
  },
  'invoice.finalization_failed': {
    subject: 'An invoice could not be finished',
    says: 'could not be turned into an invoice. Stripe says why, and nothing is paid until it is mended.',
  },
};

/** Tells every super administrator what only they can see to. */
export async function tellOperator(
  { orm, config }: App,
  { type, objectId }: Pick<StripeEvent, 'type' | 'objectId'>,
  customerId: string,
): Promise<void> {
  const matter = matters[type];
  if (!matter || !objectId) return;
  await orm.em.fork().transactional(async (em) => {
    const team = await em.findOne(Team, { stripeCustomerId: customerId });
    if (!team || !(await isFirst(em, team, type, objectId))) return;
    const letter: Letter = {
      kind: 'billing-operator',
      subject: matter.subject,
      heading: matter.subject,
      paragraphs: [`A payment of ${plainName(team.name)} ${matter.says}`],
      facts: [
        { label: 'At Stripe', value: objectId },
        { label: 'Customer', value: customerId },
      ],
      action: { label: 'Open billing', url: `${config.publicUrl}/admin/billing` },
    };
    const operators = await em.find(User, { role: UserRole.super_admin, suspended: false });
    for (const { email } of operators) await addMail(em, email, letter);
  });
}
