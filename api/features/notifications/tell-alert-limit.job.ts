import type { App } from '#api/config/app.ts';
import type { AlertAllowance } from '#api/jobs/contracts.ts';
import { addMail } from '../email/outbox.store.ts';
import { called, counted } from '../packages/limits.ts';
import { ownersOf } from './destinations.store.ts';

/** Tells the owner that the package's alerts of the month run out, or have run out: added once for each. */
export async function tellAlertLimit(
  { orm, config }: App,
  { teamId, month, percent, plan, most }: AlertAllowance,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const name = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(month));
    const isOver = percent >= 100;
    for (const { email, teamName } of await ownersOf(em, teamId)) {
      await addMail(em, email, {
        kind: 'alert-limit',
        subject: `${teamName} has used ${percent} % of its alerts of ${name}`,
        heading: isOver ? `The alerts of ${name} are used up` : `The alerts of ${name} are nearly used up`,
        paragraphs: [
          `The ${called({ name: plan })} of the team ${teamName} allows ${counted('alerts', most)}. ${percent} % of them have begun in ${name}.`,
          isOver
            ? 'Further alerts are still recorded and shown. Until the month ends only critical ones are sent to your channels and open tickets.'
            : 'Once they are used up, further alerts are still recorded and shown, but only critical ones are sent to your channels and open tickets.',
        ],
        action: { label: 'See packages', url: `${config.publicUrl}/packages` },
        note: 'You get this mail because you own the team.',
      });
    }
  });
}
