import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { addMail } from '../email/outbox.ts';
import { channelAdjective, channelName } from './channel-name.ts';
import type { Destination } from './destination.ts';
import { ownersOf } from './owners.ts';

/** Switches a channel off that cannot work any more, and tells the team's owner why and what to do. */
export async function disable(
  { config }: App,
  em: EntityManager,
  destination: Destination,
  why: string,
): Promise<void> {
  destination.isActive = false;
  const now = new Date();
  await em.transactional(async (tx) => {
    const switchedOff = await tx.execute(
      `update integration set is_active = false, disabled_at = ?, last_failure_at = ?, last_failure = ?, paused_until = null
        where id = ? and is_active and sealed = ? returning id`,
      [now, now, why, destination.id, destination.sealed],
    );
    // Saved anew meanwhile: that is another place.
    if (switchedOff.length === 0) return;
    await giveUp(tx, destination.id, 'failed', why);
    const { channel, teamName } = destination;
    for (const { email } of await ownersOf(tx, destination.teamId)) {
      await addMail(tx, email, {
        kind: 'channel-disabled',
        subject: `${channelName[channel]} was switched off for ${teamName}`,
        heading: `Nobody is told of alerts by ${channelAdjective[channel]} any more`,
        paragraphs: [
          `${channelName[channel]} of the team ${teamName} was switched off because it does not work any more: ${why}`,
          'Save the channel again under Integrations once that is repaired. What failed meanwhile can be sent again from the list of deliveries.',
        ],
        action: {
          label: 'Open Integrations',
          url: `${config.publicUrl}/integrations?channel=${channel}#channels`,
        },
        note: 'You get this mail because you own the team.',
      });
    }
  });
}

/** What waits for a destination that takes nothing any more does not wait for ever. */
export async function giveUp(
  em: EntityManager,
  integrationId: string,
  status: 'failed' | 'skipped',
  reason: string,
): Promise<void> {
  await em.execute(
    `update delivery set status = ?, reason = ?, reason_code = null, not_before = null
      where integration_id = ? and status in ('waiting', 'retrying', 'held')`,
    [status, reason, integrationId],
    'run',
  );
}
