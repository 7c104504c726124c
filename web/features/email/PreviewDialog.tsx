import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import { useState } from 'react';
import type { LeftOutWhy, PreviewWaitlistEmailQuery } from '#web/gql/graphql.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Unfold } from '#web/ui/Unfold.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { MailPreview } from './MailPreview.tsx';

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
