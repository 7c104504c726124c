import type { EntityManager } from '@mikro-orm/postgresql';
import { type Sealed, UnreadableSecret } from '#api/security/secrets.ts';
import type { NotificationChannel } from '../alerts/notification-channel.ts';
import type { ChannelConfig } from '../integrations/channel-config.ts';
import { unsealed } from '../integrations/config.ts';
import { dateOf } from './rows.ts';

/** Where messages go: one channel of a team. */
export interface Destination {
  id: string;
  teamId: string;
  teamName: string;
  /** The team's zone. */
  timeZone: string;
  channel: NotificationChannel;
  sealed: Sealed;
  isActive: boolean;
  isBroken: boolean;
  lastFailure: string | null;
  lastFailureAt: Date | null;
  lastDeliveredAt: Date | null;
  failures: number;
  failingSince: Date | null;
  pausedUntil: Date | null;
}

type Times = 'lastDeliveredAt' | 'lastFailureAt' | 'failingSince' | 'pausedUntil';
type Row = Omit<Destination, Times> & Record<Times, string | null>;

/** Undefined for one that was removed. */
export async function destinationOf(
  em: EntityManager,
  integrationId: string,
): Promise<Destination | undefined> {
  const [row] = await em.execute<Row[]>(
    `select i.id, i.team_id as "teamId", t.name as "teamName", coalesce(t.time_zone, 'UTC') as "timeZone", i.type as channel, i.sealed,
            i.is_active as "isActive", i.disabled_at is not null as "isBroken", i.last_failure as "lastFailure", i.last_failure_at as "lastFailureAt",
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

/** Whether nothing is sent for now: it asked for a pause, or does not answer. */
export function isPaused({ pausedUntil }: { pausedUntil?: Date | null }): boolean {
  return !!pausedUntil && pausedUntil.getTime() > Date.now();
}
