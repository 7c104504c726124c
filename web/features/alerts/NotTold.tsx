import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { HalopsaControllers, useHalopsa } from '#web/features/halopsa/useHalopsa.ts';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import { ChannelStandings } from '#web/features/notifications/notifications.gql.ts';
import type { AlertInDetailQuery, NotificationChannel } from '#web/gql/graphql.ts';
import { hasTicketLine, notToldWords, whyNoTicket } from './not-told.ts';
import type { Entry, Told } from './timeline-items.ts';
import { useAlertRules } from './useAlertRules.ts';

type Props = { alert: AlertInDetailQuery['alert']; entries: readonly Entry[]; told: readonly Told[] };

/** Who was not told that an alert began, though they could have been, and why it has no ticket. */
export function NotTold({ alert, entries, told }: Props) {
  const integrations = useQuery(ChannelStandings).data?.integrations ?? [];
  const noTicket = useWhyNoTicket(alert, entries);
  const setUp = integrations.flatMap(({ type, madeFrom, isActive }) =>
    madeFrom === null && isActive && isChannel(type) ? type : [],
  );
  const words = notToldWords(told, setUp, noTicket);
  if (!words) return null;
  return (
    <chakra.p textStyle="sm" color="fg.muted" mt={1}>
      {words}
    </chakra.p>
  );
}

const isChannel = (type: string): type is NotificationChannel => type in channelNames;

/** Why there is no ticket where some could be opened; undefined where one was asked for, or that is not known. */
function useWhyNoTicket(
  { severity, ticketId, ruleId, controllerId }: Props['alert'],
  entries: Props['entries'],
): string | undefined {
  const { isConfigured } = useHalopsa();
  const skip = !isConfigured || ticketId != null || hasTicketLine(entries);
  const { rules } = useAlertRules({ skip });
  const { data } = useQuery(HalopsaControllers, { skip });
  const controller = data?.controllers.find(({ id }) => id === controllerId);
  if (skip || !rules || !controller) return undefined;
  const rule = rules.find(({ id }) => id === ruleId);
  return whyNoTicket(severity, [rule, controller]);
}
