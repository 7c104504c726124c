import { useQuery } from '@apollo/client/react';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { Hint } from '#web/ui/text.tsx';
import { HalopsaControllerFields, HalopsaControllers, useHalopsa } from '#web/features/halopsa/useHalopsa.ts';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import type { AlertSeverity, NotificationChannel, NotNotifiedFieldsFragment } from '#web/gql/graphql.ts';
import { useAlertRules } from '../rules/useAlertRules.ts';
import type { Entry, Delivery } from './timeline-items.ts';

export const NotNotifiedFields = graphql(`
  fragment NotNotifiedFields on Alert {
    severity
    ticketId
    ruleId
    controllerId
  }
`);

type Props = {
  alert: FragmentType<typeof NotNotifiedFields>;
  entries: readonly Entry[];
  told: readonly Delivery[];
};

/** Which active channels weren't notified when an alert was raised, and why it has no ticket. */
export function NotNotified({ alert, entries, told }: Props) {
  const integrations = useQuery(ChannelStates).data?.integrations ?? [];
  const noTicket = useWhyNoTicket(readFragment(NotNotifiedFields, alert), entries);
  const setUp = integrations.flatMap(({ type, madeFrom, isActive }) =>
    madeFrom === null && isActive && isChannel(type) ? type : [],
  );
  const words = notNotifiedWords(told, setUp, noTicket);
  if (!words) return null;
  return <Hint mt={1}>{words}</Hint>;
}

const isChannel = (type: string): type is NotificationChannel => type in channelNames;

/** Why no ticket was opened although HaloPSA is set up. Undefined if one was requested or if that's unknown. */
function useWhyNoTicket(
  { severity, ticketId, ruleId, controllerId }: NotNotifiedFieldsFragment,
  entries: Props['entries'],
): string | undefined {
  const { isConfigured } = useHalopsa();
  const skip = !isConfigured || ticketId != null || hasTicketLine(entries);
  const { rules } = useAlertRules({ skip });
  const { data } = useQuery(HalopsaControllers, { skip });
  const controller = (data && readFragment(HalopsaControllerFields, data.controllers))?.find(
    ({ id }) => id === controllerId,
  );
  if (skip || !rules || !controller) return undefined;
  const rule = rules.find(({ id }) => id === ruleId);
  return whyNoTicket(severity, [rule, controller]);
}

/** The ticket settings of a rule or a controller. */
type TicketSettings = { haloEnabled: boolean; haloSeverityLevels: readonly string[] };

const opensTicket = (severity: AlertSeverity, asking: TicketSettings | undefined): boolean =>
  asking !== undefined && asking.haloEnabled && asking.haloSeverityLevels.includes(severity);

/** Why neither the rule nor the controller opens a ticket for an alert. Undefined if one does. */
function whyNoTicket(
  severity: AlertSeverity,
  askers: readonly (TicketSettings | undefined)[],
): string | undefined {
  if (askers.some((one) => opensTicket(severity, one))) return undefined;
  return askers.some((one) => one?.haloEnabled)
    ? `No ticket: “${severity}” isn’t one of the severities that open tickets here.`
    : 'No ticket: neither the rule nor the controller opens one.';
}

const hasTicketLine = (entries: readonly Entry[]): boolean =>
  entries.some(({ kind }) => kind.startsWith('ticket_'));

/** Why active channels weren't notified when an alert was raised, and why it has no ticket. Empty if neither applies. */
function notNotifiedWords(
  told: readonly Pick<Delivery, 'channel'>[],
  setUp: readonly NotificationChannel[],
  noTicket: string | undefined,
): string {
  const untold = setUp.filter((one) => !told.some(({ channel }) => channel === one));
  const names = untold.map((one) => channelNames[one]).join(', ');
  const them = untold.length === 1 ? 'it' : 'them';
  return [
    told.length === 0 && 'No one was notified: the rule had no channels.',
    told.length > 0 && names && `Not notified: ${names}. The rule doesn’t use ${them}.`,
    noTicket,
  ]
    .filter(Boolean)
    .join(' ');
}
