import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import type { WaitlistExclusionReason, PreviewWaitlistEmailQuery } from '#web/gql/graphql.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { Hint } from '#web/ui/text.tsx';

export type Preview = PreviewWaitlistEmailQuery['previewWaitlistEmail'];

type Props = {
  preview: Preview;
  /** An email with this subject was just sent, so the button says "Send again". */
  problem?: string;
  asksAgain: boolean;
  onSend: () => Promise<void>;
  onClose: () => void;
};

const whys: Record<WaitlistExclusionReason, string> = {
  unsubscribed: 'unsubscribed',
  suppressed: 'the address is suppressed',
};

const subscribers = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`;

/** Previews the email and its recipients. The button confirms sending and states their number. */
export function PreviewDialog({ preview, problem, asksAgain, onSend, onClose }: Props) {
  useReturnFocus();
  const [busy, setBusy] = useState(false);
  const { subject, html, text, recipientCount, excludedCount, excluded } = preview;
  const send = async () => {
    setBusy(true);
    await onSend().finally(() => setBusy(false));
  };
  return (
    <Dialog.Root open size="lg" onOpenChange={({ open }) => !open && !busy && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{subject}</Dialog.Title>
              <Dialog.Description>
                {recipientCount === 0
                  ? 'No one on the waitlist can be emailed.'
                  : `Sends to ${subscribers(recipientCount)}, once per address.`}
              </Dialog.Description>
            </Dialog.Header>
            <Dialog.Body display="flex" flexDirection="column" gap={4}>
              {problem && (
                <Notice state={asksAgain ? 'warning' : 'critical'} title={problem}>
                  {asksAgain && 'Send it to everyone again?'}
                </Notice>
              )}
              <MailPreview html={html} />
              <Hint>Links and images are turned off here. Every email has its own unsubscribe link.</Hint>
              <Disclosure title="As plain text">
                <chakra.pre
                  mt={2}
                  p={3}
                  borderWidth="1px"
                  borderRadius="control"
                  textStyle="sm"
                  fontFamily="mono"
                  whiteSpace="pre-wrap"
                  overflowWrap="anywhere"
                >
                  {text}
                </chakra.pre>
              </Disclosure>
              {excludedCount > 0 && (
                <Disclosure title={`${formatNumber(excludedCount)} left out`}>
                  <chakra.ul mt={2} textStyle="sm" listStyleType="none" overflowWrap="anywhere">
                    {excluded.map(({ email, why }) => (
                      <li key={email}>
                        {email}: {whys[why]}
                      </li>
                    ))}
                    {excluded.length < excludedCount && (
                      <li>and {formatNumber(excludedCount - excluded.length)} more</li>
                    )}
                  </chakra.ul>
                </Disclosure>
              )}
            </Dialog.Body>
            <Dialog.Footer flexDirection={{ base: 'column-reverse', sm: 'row' }} alignItems="stretch">
              <Button variant="outline" onClick={onClose} autoFocus>
                Back to editing
              </Button>
              <Button
                disabled={recipientCount === 0}
                aria-disabled={busy || undefined}
                onClick={() => !busy && void send()}
              >
                {asksAgain ? 'Send again' : 'Send'} to {subscribers(recipientCount)}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** The email as recipients see it, isolated from the page's styles. */
function MailPreview({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const room = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    room.replaceChildren(copyOfMail(html));
  }, [html]);
  return (
    <chakra.div
      role="group"
      aria-label="Email"
      // A scrollable area must be focusable.
      tabIndex={0}
      maxH="24rem"
      // The plain text below doesn't take space from the email.
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

/** The tags that our emails use. Only the text of others is shown. */
const shown = new Set(
  [
    ['h1', 'h2', 'h3', 'h4', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup'],
    ['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ].flat(),
);

/** Never shown, including their content. */
const hidden = new Set(['script', 'style', 'title', 'iframe', 'object', 'template']);

/**
 * Renders an email as inert nodes: links, images and scripts do nothing. The content security policy forbids frames, so
 * the email is copied tag by tag, with its styles.
 */
export function copyOfMail(html: string): DocumentFragment {
  const mail = new DOMParser().parseFromString(html.replace(tags, renamed), 'text/html');
  const copy = document.createDocumentFragment();
  mail.body.childNodes.forEach((node) => copyInto(copy, node));
  return copy;
}

const tags = /<[a-z][^<>]*>/gi;

/** The content security policy forbids even parsing style attributes, so they're renamed first. */
const renamed = (tag: string): string => tag.replace(/\sstyle=/gi, ' data-style=');

function copyInto(place: Node, node: Node): void {
  if (node.nodeType === Node.TEXT_NODE) {
    place.appendChild(document.createTextNode(node.textContent ?? ''));
    return;
  }
  if (!(node instanceof Element)) return;
  const tag = node.tagName.toLowerCase();
  if (hidden.has(tag)) return;
  if (tag === 'img') {
    const words = node.getAttribute('alt') || 'Image';
    place.appendChild(document.createTextNode(`[${words}]`));
    return;
  }
  const copied = shown.has(tag) ? document.createElement(tag) : undefined;
  if (copied) {
    // The policy allows styles set by script, but not style attributes.
    copied.style.cssText = node.getAttribute('data-style') ?? '';
    for (const name of ['colspan', 'rowspan', 'cellpadding', 'cellspacing', 'width', 'align']) {
      const value = node.getAttribute(name);
      if (value !== null) copied.setAttribute(name, value);
    }
    const address = tag === 'a' ? node.getAttribute('href') : null;
    if (address) copied.title = address;
    if (address) copied.style.textDecoration ||= 'underline';
    place.appendChild(copied);
  }
  node.childNodes.forEach((child) => copyInto(copied ?? place, child));
}
