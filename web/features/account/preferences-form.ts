import type { NotificationChannel, PreferenceFieldsFragment } from '#web/gql/graphql.ts';
import { channelNames } from '#web/features/notifications/delivery-words.ts';

/** A switch for each channel, in the documented order; Discord stands with the other chats. */
export const channels = Object.entries(channelNames).map(([channel, label]) => ({
  channel: channel as NotificationChannel,
  name: `by-${channel}`,
  label,
}));

type Switches = Record<(typeof channels)[number]['name'], boolean>;
export type PreferenceValues = Omit<PreferenceFieldsFragment, 'channels' | '__typename'> & Switches;

export function toValues({ channels: chosen, ...rest }: PreferenceFieldsFragment): PreferenceValues {
  const { emailNotifications, alertNotifications, severities, quietHours, quietFrom, quietUntil, timeZone } =
    rest;
  const switches = channels.map(({ channel, name }) => [name, chosen.includes(channel)]);
  return {
    emailNotifications,
    alertNotifications,
    severities,
    quietHours,
    quietFrom,
    quietUntil,
    timeZone,
    ...Object.fromEntries(switches),
  } as PreferenceValues;
}

export function toInput(values: PreferenceValues) {
  const { emailNotifications, alertNotifications, severities, quietHours, quietFrom, quietUntil, timeZone } =
    values;
  const chosen = channels.filter(({ name }) => values[name as keyof PreferenceValues]);
  return {
    emailNotifications,
    alertNotifications,
    severities,
    quietHours,
    quietFrom,
    quietUntil,
    timeZone,
    channels: chosen.map(({ channel }) => channel),
  };
}
