import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import type { LeftOutWhy, PreviewWaitlistEmailQuery } from '#web/gql/graphql.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Unfold } from '#web/ui/Unfold.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';

export type Preview = PreviewWaitlistEmailQuery['previewWaitlistEmail'];

type Props = {
  preview: Preview;
  /** A mail with this subject went out just now: the button says so. */
  problem?: string;
  asksAgain: boolean;
  onSend: () => Promise<void>;
  onClose: () => void;
};

const whys: Record<LeftOutWhy, string> = {
  unsubscribed: 'unsubscribed',
  suppressed: 'the address takes no mail',
};

const subscribers = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'subscriber' : 'subscribers'}`;

/** The mail and its recipients, before it goes out. Sending is confirmed here, by a button that says to how many. */
export function PreviewDialog({ preview, problem, asksAgain, onSend, onClose }: Props) {
  useReturnFocus();
  const [busy, setBusy] = useState(false);
  const { subject, html, text, recipientCount, leftOutCount, leftOut } = preview;
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
                  ? 'There is nobody on the waitlist who can be written to.'
                  : `Goes to ${subscribers(recipientCount)}, to each address once.`}
              </Dialog.Description>
            </Dialog.Header>
            <Dialog.Body display="flex" flexDirection="column" gap={4}>
              {problem && (
                <Notice state={asksAgain ? 'warning' : 'critical'} title={problem}>
                  {asksAgain && 'Send it once more, to everybody?'}
                </Notice>
              )}
              <MailPreview html={html} />
              <chakra.p textStyle="sm" color="fg.muted">
                Links and images do nothing here. Each mail has an unsubscribe link of its own.
              </chakra.p>
              <Unfold title="As plain text">
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
              </Unfold>
              {leftOutCount > 0 && (
                <Unfold title={`${leftOutCount.toLocaleString()} left out`}>
                  <chakra.ul mt={2} textStyle="sm" listStyleType="none" overflowWrap="anywhere">
                    {leftOut.map(({ email, why }) => (
                      <li key={email}>
                        {email}: {whys[why]}
                      </li>
                    ))}
                    {leftOut.length < leftOutCount && (
                      <li>and {(leftOutCount - leftOut.length).toLocaleString()} more</li>
                    )}
                  </chakra.ul>
                </Unfold>
              )}
            </Dialog.Body>
            <Dialog.Footer flexDirection={{ base: 'column-reverse', sm: 'row' }} alignItems="stretch">
              <Button variant="outline" onClick={onClose} autoFocus>
                Back to the text
              </Button>
              <Button
                disabled={recipientCount === 0}
                aria-disabled={busy || undefined}
                onClick={() => !busy && void send()}
              >
                {asksAgain ? 'Send once more' : 'Send'} to {subscribers(recipientCount)}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** A mail as its recipients see it, behind a wall: the styles of the page do not reach it, and its own not the page. */
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

/** What a mail of ours is made of. Anything else is shown by its text alone. */
const shown = new Set(
  [
    ['h1', 'h2', 'h3', 'h4', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup'],
    ['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ].flat(),
);

/** Never shown, with all they hold. */
const hidden = new Set(['script', 'style', 'title', 'iframe', 'object', 'template']);

/**
 * The body of a mail as nodes that do nothing: no link leads anywhere, no image is fetched, and nothing runs. The policy
 * of the page lets no document of another kind in, so the mail is copied tag by tag, with its looks.
 */
export function copyOfMail(html: string): DocumentFragment {
  const mail = new DOMParser().parseFromString(html.replace(tags, renamed), 'text/html');
  const copy = document.createDocumentFragment();
  mail.body.childNodes.forEach((node) => copyInto(copy, node));
  return copy;
}

const tags = /<[a-z][^<>]*>/gi;

/** Already reading an attribute of style is against the policy of the page, so it is read under another name. */
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
    // Set by script, which the policy allows; an attribute of the mail it would not.
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
