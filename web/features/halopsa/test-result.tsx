import { Link } from '@chakra-ui/react';
import { ExternalLink } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';

/** A test's result. Links to the ticket it opened, but not to any other URL in the text. */
export function testResultText(message: string, address?: string | null): ReactNode {
  const at = address ? message.lastIndexOf(address) : -1;
  if (!address || at < 0 || !/^https?:\/\//.test(address)) return message;
  const [before, after] = [message.slice(0, at), message.slice(at + address.length)];
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
