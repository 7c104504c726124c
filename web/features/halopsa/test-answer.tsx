import { Link } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

/** Only this line of the server's own: what another service said stands behind its name, whatever it is. */
const ticketAddress = /(?<=^Test ticket \d+ was opened in HaloPSA: )(https?:\/\/\S+)/m;

/** What a test answered, with the address of the ticket that it opened as a link. */
export function testAnswer(message: string): ReactNode {
  const [before, address, after] = message.split(ticketAddress);
  if (!address) return message;
  return (
    <>
      {before}
      <Link
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        display="inline"
        css={{ '& svg': { display: 'inline' } }}
      >
        {address} <ExternalLink size={13} strokeWidth={1.75} aria-label="opens in a new tab" />
      </Link>
      {after}
    </>
  );
}
