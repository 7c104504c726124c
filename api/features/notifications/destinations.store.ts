import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, text, textOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { dateOf } from '#api/db/row-values.ts';
import { UnreadableSecret, type Sealed } from '#api/security/secrets.ts';
import { type DeliveryChannel, NotificationChannel } from '../alerts/notification-channel.ts';
import type { SiteLimit } from '../customers/site-limit.ts';
import { addEmail } from '../email/outbox.store.ts';
import type { ChannelConfig } from '../integrations/channel-config.ts';
import { failureText, type Failure } from '../integrations/channel-failures.ts';
import { unsealed } from '../integrations/config.store.ts';
import { settleAll } from './deliveries.store.ts';
import { recordTurnedOff } from './proofs/proofs.store.ts';
import { channelName } from './reason-text.ts';
import type { Health } from './retry-policy.ts';

/** Where messages go: one channel of a team, which may be limited to some sites. */
export interface Destination extends Health, SiteLimit {
  id: string;
  teamId: string;
  teamName: string;
  /** The team's time zone. */
  timeZone: string;
  channel: DeliveryChannel;
  sealed: Sealed;
  isActive: boolean;
  isBroken: boolean;
}

const destination = {
  id: tables.integration.id,
  teamId: tables.integration.team_id,
  teamName: tables.team.name,
  timeZone: text,
  channel: textOf<DeliveryChannel>(),
  sealed: tables.integration.sealed,
  isActive: tables.integration.is_active,
  isBroken: bool,
  customerIds: tables.integration.customer_ids,
  tags: tables.integration.tags,
  lastFailure: tables.integration.last_failure,
  lastFailureAt: tables.integration.last_failure_at,
  lastDeliveredAt: tables.integration.last_delivered_at,
  failures: tables.integration.failures,
  failingSince: tables.integration.failing_since,
  pausedUntil: tables.integration.paused_until,
};

/** Undefined if it was removed. */
export async function destinationOf(
  em: EntityManager,
  integrationId: string,
): Promise<Destination | undefined> {
  const [row] = await queryRows(
    em,
    destination,
    `select i.id, i.team_id as "teamId", t.name as "teamName", coalesce(t.time_zone, 'UTC') as "timeZone", i.type as channel, i.sealed,
            i.is_active as "isActive", i.disabled_at is not null as "isBroken",
            i.customer_ids as "customerIds", i.tags, i.last_failure as "lastFailure", i.last_failure_at as "lastFailureAt",
            i.last_delivered_at as "lastDeliveredAt", i.failures, i.failing_since as "failingSince",
            i.paused_until as "pausedUntil"
       from integration i join team t on t.id = i.team_id where i.id = ?`,
    [integrationId],
  );
  if (!row) return undefined;
  const { lastDeliveredAt, lastFailureAt, failingSince, pausedUntil } = row;
  return {
    ...row,
    lastDeliveredAt: dateOf(lastDeliveredAt),
    lastFailureAt: dateOf(lastFailureAt),
    failingSince: dateOf(failingSince),
    pausedUntil: dateOf(pausedUntil),
  };
}

/** The configuration its channel needs to send. `undefined` if it can't be decrypted. */
export function openConfig(destination: Destination): ChannelConfig | undefined {
  try {
    return JSON.parse(unsealed(destination)) as ChannelConfig;
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

/** Whether sending is paused because the service asked for it or stopped responding. */
export function isPaused({ pausedUntil }: { pausedUntil?: Date | null }): boolean {
  return !!pausedUntil && pausedUntil.getTime() > Date.now();
}

/** Turns off a channel that can no longer work, and emails the team's owner why and what to do. */
export async function disable(
  { config }: App,
  em: EntityManager,
  destination: Destination,
  why: Failure,
): Promise<void> {
  destination.isActive = false;
  const now = new Date();
  await em.transactional(async (tx) => {
    const switchedOff = await queryRows(
      tx,
      { id: tables.integration.id },
      `update integration set is_active = false, disabled_at = ?, last_failure_at = ?, last_failure = ?::jsonb, paused_until = null
        where id = ? and is_active and sealed = ? returning id`,
      [now, now, JSON.stringify(why), destination.id, destination.sealed],
    );
    // The channel has been saved again, so this failure belongs to its old configuration.
    if (switchedOff.length === 0) return;
    await settleAll(tx, destination.id, 'failed', why);
    const { channel, teamName } = destination;
    // An email that says that emails fail may fail as well, so another channel reports that too.
    if (channel !== NotificationChannel.email) await recordTurnedOff(tx, destination.id, now);
    for (const { email } of await ownersOf(tx, destination.teamId)) {
      await addEmail(tx, email, {
        kind: 'channel-disabled',
        subject: `${channelName[channel]} was turned off for ${teamName}`,
        heading: `${channelName[channel]} alerts have stopped`,
        paragraphs: [
          `${channelName[channel]} was turned off for the team ${teamName} because it stopped working: ${failureText(why)}`,
          'Once the problem is fixed, save the channel again under Integrations. You can resend failed messages from the list of deliveries.',
        ],
        action: {
          label: 'Open Integrations',
          url: `${config.publicUrl}/integrations?channel=${channel}#channels`,
        },
        note: "You're receiving this email because you own this team.",
      });
    }
  });
}

/** Email addresses of a team's owners. */
export function ownersOf(em: EntityManager, teamId: string): Promise<{ email: string; teamName: string }[]> {
  return queryRows(
    em,
    { email: tables.user.email, teamName: tables.team.name },
    `select u.email, t.name as "teamName" from membership m join "user" u on u.id = m.user_id join team t on t.id = m.team_id
      where m.team_id = ? and m.role = 'owner' and not u.suspended`,
    [teamId],
  );
}
