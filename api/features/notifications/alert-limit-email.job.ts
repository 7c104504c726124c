import type { App } from '#api/config/app.ts';
import type { AlertAllowance } from '#api/jobs/contracts.ts';
import { addEmail } from '../email/outbox.store.ts';
import { planName, counted } from '../packages/limits.ts';
import { ownersOf } from './destinations.store.ts';

/** Emails the owner when the month's alerts are nearly used up, and again when they are used up. Queued once for each. */
export async function emailAlertLimit(
  { orm, config }: App,
  { teamId, month, percent, plan, most }: AlertAllowance,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const name = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(month));
    const isOver = percent >= 100;
    for (const { email, teamName } of await ownersOf(em, teamId)) {
      await addEmail(em, email, {
        kind: 'alert-limit',
        subject: `${teamName} has used ${percent} % of its alerts of ${name}`,
        heading: isOver
          ? `You've used all your alerts for ${name}`
          : `You've nearly used all your alerts for ${name}`,
        paragraphs: [
          `The ${planName({ name: plan })} of the team ${teamName} allows ${counted('alerts', most)}. ${percent} % of them have been used in ${name}.`,
          isOver
            ? 'New alerts are still recorded and shown. Until the month ends, only critical ones are sent to your channels and open tickets.'
            : 'Once they are used up, new alerts are still recorded and shown, but only critical ones are sent to your channels and open tickets.',
        ],
        action: { label: 'See packages', url: `${config.publicUrl}/packages` },
        note: "You're receiving this email because you own this team.",
      });
    }
  });
}
