import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { macWords } from '#web/features/maintenance/window-words.ts';
import type { AlertInDetailQuery } from '#web/gql/graphql.ts';
import { AlertMarks } from './AlertMarks.tsx';
import { momentOf } from './moment.ts';
import { raisedWords } from './raised.ts';
import type { Entry } from './timeline-items.ts';
import { TicketState, type Ticket } from './TicketState.tsx';
import { resolutionWords, typeWords } from './words.ts';

type Props = {
  alert: AlertInDetailQuery['alert'];
  entries: readonly Entry[] | undefined;
  ticket: Ticket | null | undefined;
  controllerName?: string;
};

/** What is known of an alert, as names and values. */
export const AlertFacts = ({ alert, entries, ticket, controllerName }: Props) => (
  <div>
    <chakra.p overflowWrap="anywhere">
      <chakra.span me={2}>{alert.pastMessage ?? alert.message}</chakra.span>
      <AlertMarks alert={alert} />
    </chakra.p>
    <chakra.dl
      mt={3}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' }}
      columnGap={5}
      rowGap={3}
    >
      <Fact name="Type">{typeWords[alert.type]}</Fact>
      <Fact name="Rule">{alert.ruleName}</Fact>
      <Fact name="Site">{alert.siteName}</Fact>
      {controllerName && (
        <Fact name="Controller">
          <Link asChild>
            <RouterLink to={`/controllers/${alert.controllerId}`}>{controllerName}</RouterLink>
          </Link>
        </Fact>
      )}
      {alert.deviceMac && (
        <Fact name="MAC address">
          <chakra.span fontFamily="mono">{macWords(alert.deviceMac)}</chakra.span>
        </Fact>
      )}
      <Fact name="Raised">{raisedWords(alert, entries)}</Fact>
      {alert.resolvedAt != null && (
        <Fact name="Over">
          {momentOf(alert.resolvedAt)}
          {alert.resolution && alert.resolution !== 'recovered' && `, ${resolutionWords[alert.resolution]}`}
        </Fact>
      )}
      {ticket && alert.ticketId == null && (
        <Fact name="HaloPSA ticket" wide>
          <TicketState ticket={ticket} />
        </Fact>
      )}
    </chakra.dl>
  </div>
);

const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <chakra.div minW={0} gridColumn={wide ? '1 / -1' : undefined}>
    <chakra.dt textStyle="sm" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
  </chakra.div>
);
