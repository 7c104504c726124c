import { Link } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';

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
