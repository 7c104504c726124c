import { chakra, Link } from '@chakra-ui/react';
import { ExternalLink } from '#web/ui/icons.tsx';
import type { AlertInDetailQuery, TicketStatus } from '#web/gql/graphql.ts';
import { sentence } from '#web/lib/sentence.ts';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { touchArea } from '#web/ui/touch.ts';

export type Ticket = NonNullable<AlertInDetailQuery['halopsaTicket']>;
type LinkedTicket = Ticket['linkedTickets'][number];

/** Status of a ticket that has no number yet, in the style of a delivery status. */
const words: Record<TicketStatus, { state: State; word: string; more: string }> = {
  waiting: { state: 'info', word: 'Waiting', more: 'It will open in a moment.' },
  unknown: { state: 'warning', word: 'Not confirmed', more: 'It may already exist. We’re checking HaloPSA.' },
  failed: { state: 'critical', word: 'Failed', more: '' },
  open: { state: 'ok', word: 'Opened', more: '' },
  closed: { state: 'unknown', word: 'None', more: '' },
};

/** Whether a ticket is about to be opened automatically, so its status will change soon. */
export const isAboutToOpen = (ticket: Ticket | null | undefined): boolean =>
  !!ticket && [ticket, ...ticket.linkedTickets].some(({ status, reason }) => status === 'waiting' && !reason);

/** Why an alert that should have a ticket has none, or none yet, and until when. */
export function TicketState({ ticket: { status, reason } }: { ticket: Pick<Ticket, 'status' | 'reason'> }) {
  const held = status === 'waiting' && reason ? { word: 'Held' } : {};
  const { state, word, more } = { ...words[status], ...held };
  return (
    <>
      <StatusDot state={state} word={word} /> {reason ? sentence(reason) : more}
    </>
  );
}

/** Link to an alert's ticket, or only its number if the address is unknown. */
export function TicketLink({ id, url }: { id: number; url?: string | null }) {
  const name = `Ticket ${id}`;
  if (!url) return <span>{name}</span>;
  return (
    <Link
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      display="inline-flex"
      alignItems="center"
      gap={1}
      css={touchArea}
    >
      {name}
      <ExternalLink size={13} strokeWidth={1.75} aria-label="opens in a new tab" />
    </Link>
  );
}

/** The tickets of an outage's further clients, each with its link, or why there is none. */
export const LinkedTickets = ({ tickets }: { tickets: readonly LinkedTicket[] }) => (
  <chakra.ul listStyleType="none">
    {tickets.map((ticket) => (
      <li key={ticket.id}>
        {ticket.clientName && `${ticket.clientName}: `}
        {ticket.ticketId == null ? (
          <TicketState ticket={ticket} />
        ) : (
          <>
            <TicketLink id={ticket.ticketId} url={ticket.ticketUrl} />
            {ticket.status === 'closed' && ' (closed)'}
          </>
        )}
      </li>
    ))}
  </chakra.ul>
);
