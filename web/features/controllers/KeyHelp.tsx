import { Link } from '@chakra-ui/react';

/** Where the key comes from, in one line. */
export function KeyHelp() {
  return (
    <>
      Create one at{' '}
      <Link href="https://unifi.ui.com" target="_blank" rel="noreferrer">
        unifi.ui.com
      </Link>{' '}
      under API Keys, with the application scope: devices are read through it.
    </>
  );
}
