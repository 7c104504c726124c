import { Link } from '@chakra-ui/react';
import { ExternalLink } from '#web/ui/icons.tsx';
import type { AlertInDetailQuery, TicketStatus } from '#web/gql/graphql.ts';
import { sentence } from '#web/lib/sentence.ts';
import type { State } from '#web/ui/StateShape.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';

export type Ticket = NonNullable<AlertInDetailQuery['halopsaTicket']>;

/** How a ticket stands that has no number (yet), as a delivery's status is said. */
const words: Record<TicketStatus, { state: State; word: string; more: string }> = {
  waiting: { state: 'info', word: 'Waiting', more: 'It is opened in a moment.' },
  unknown: { state: 'warning', word: 'Not known yet', more: 'It may be there, and is looked for.' },
  failed: { state: 'critical', word: 'Failed', more: '' },
  open: { state: 'ok', word: 'Opened', more: '' },
  closed: { state: 'unknown', word: 'None', more: '' },
};

/** Whether a ticket is opened by itself at once, so that its state changes in a moment. */
export const isAboutToOpen = (ticket: Ticket | null | undefined): boolean =>
  ticket?.status === 'waiting' && !ticket.reason;

/** Why an alert that wants a ticket has none, or not yet, and until when. */
export function TicketState({ ticket: { status, reason } }: { ticket: Ticket }) {
  const held = status === 'waiting' && reason ? { word: 'Held' } : {};
  const { state, word, more } = { ...words[status], ...held };
  return (
    <>
      <StatusDot state={state} word={word} /> {reason ? sentence(reason) : more}
    </>
  );
}

/** An alert's ticket, where it is read; only its number where that is not known. */
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
    >
      {name}
      <ExternalLink size={13} strokeWidth={1.75} aria-label="opens in a new tab" />
    </Link>
  );
}
