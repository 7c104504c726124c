import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { copyOfMail } from './mail-copy.ts';

/** A mail as its recipients see it, behind a wall: the styles of the page do not reach it, and its own not the page. */
export function MailPreview({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const room = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    room.replaceChildren(copyOfMail(html));
  }, [html]);
  return (
    <chakra.div
      role="group"
      aria-label="The mail"
      // A scrolled box is reached with the keyboard.
      tabIndex={0}
      maxH="24rem"
      // What unfolds below is scrolled to; it takes no room from the mail.
      flexShrink={0}
      overflow="auto"
      borderWidth="1px"
      borderRadius="surface"
      bg="white"
      color="#0f172a"
      css={{ colorScheme: 'light', contain: 'layout paint' }}
    >
      <div ref={host} />
    </chakra.div>
  );
}
