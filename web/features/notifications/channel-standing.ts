import type { ChannelStandingsQuery } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateShape.tsx';

type Listed = ChannelStandingsQuery['integrations'][number];
type Standing = Pick<Listed, 'isActive' | 'disabledAt' | 'failingSince' | 'pausedUntil' | 'lastDeliveredAt'>;

/** The state of a channel, worst first. One that has never delivered isn't known to work. `now` is in milliseconds since 1970. */
export function standingOf(channel: Standing | undefined, now: number): { state: State; word: string } {
  if (!channel) return { state: 'unknown', word: 'Not set up' };
  if (channel.disabledAt) return { state: 'critical', word: 'Switched off' };
  if (!channel.isActive) return { state: 'unknown', word: 'Off' };
  if (channel.failingSince) return { state: 'error', word: 'Failing' };
  if (isPaused(channel, now)) return { state: 'warning', word: 'Paused' };
  return channel.lastDeliveredAt ? { state: 'ok', word: 'On' } : { state: 'info', word: 'Not used yet' };
}

/** Whether nothing is sent for now: the service asked for a pause, or does not answer. */
export const isPaused = ({ pausedUntil }: Pick<Standing, 'pausedUntil'>, now: number): boolean =>
  pausedUntil != null && Date.parse(pausedUntil) > now;
