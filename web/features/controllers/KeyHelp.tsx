import { Link } from '@chakra-ui/react';

/** Where the key comes from, in one line. */
export function KeyHelp() {
  return (
    <>
      Make it at{' '}
      <Link href="https://unifi.ui.com" target="_blank" rel="noreferrer">
        unifi.ui.com
      </Link>
      , API Keys, and give it the scope of the applications too.
    </>
  );
}
