import { useMutation } from '@apollo/client/react';
import { Button, chakra, Spinner } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { ChevronDown } from '#web/ui/icons.tsx';
import { useEffect, useRef, useState } from 'react';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { failureWords } from '#web/lib/server-errors.ts';
import { endSessionIfSignedOut } from '#web/lib/session-end.ts';
import { UnsavedChangesPrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { UnsavedStatus } from '#web/ui/UnsavedStatus.tsx';
import { usePopoverPosition } from '#web/ui/usePopoverPosition.ts';
import { DeleteIntegrationDialog } from '../DeleteIntegrationDialog.tsx';
import { type Channel, toValues, type WebhookEvent, webhookEvents } from './channel-form.ts';

export const TestIntegration = graphql(`
  mutation TestIntegration($id: ID!, $event: String) {
    testIntegration(id: $id, event: $event) {
      success
      message
    }
  }
`);

type Props = {
  type: NotificationChannel;
  channel?: Channel;
  /** Counts saves, to reset the form to the server's values after each one. */
  saves: number;
  onChanged: () => Promise<unknown>;
};

/** Saves and tests a channel. A test uses the saved settings, so it's disabled while there are unsaved changes. */
export function ChannelBar({ type, channel, saves, onChanged }: Props) {
  const { dirty, isSubmitting, resetForm } = useFormikContext();
  const { test, testing, result, forget } = useTestChannel(channel?.id, onChanged);
  const [removing, setRemoving] = useState(false);
  const saved = toValues(channel);
  const stand = `${saves} ${JSON.stringify(saved)}`;
  const shown = useRef({ saves, stand });
  useEffect(() => {
    // A colleague's save doesn't overwrite unsaved input.
    if (shown.current.stand === stand || isSubmitting || (dirty && shown.current.saves === saves)) return;
    shown.current = { saves, stand };
    resetForm({ values: saved });
  });
  useEffect(() => {
    // A test's result only applies to the settings that it tested.
    if (dirty && result) forget();
  });
  return (
    <>
      {result && !dirty && (
        <Notice
          state={result.success ? 'ok' : 'error'}
          title={result.success ? 'Test Alert Sent' : 'Test Failed'}
        >
          {result.message}
        </Notice>
      )}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
        <SubmitButton variant={dirty || !channel || channel.disabledAt ? 'solid' : 'outline'}>
          Save
        </SubmitButton>
        <Button
          variant="outline"
          disabled={!channel || dirty}
          aria-disabled={testing || undefined}
          onClick={() => !testing && void test()}
        >
          {testing && <Spinner size="sm" />}
          Send Test
        </Button>
        {type === 'webhook' && (
          <ExampleMenu disabled={!channel || dirty} busy={testing} onChoose={(event) => void test(event)} />
        )}
        <UnsavedStatus variant="ghost" />
        {channel && !dirty && (
          <Button
            variant="ghost"
            ms={{ sm: 'auto' }}
            aria-label={`Remove ${channelNames[type]}`}
            onClick={() => setRemoving(true)}
          >
            Remove
          </Button>
        )}
      </chakra.div>
      {channel && removing && (
        <DeleteIntegrationDialog
          integration={channel}
          title={`Remove ${channelNames[type]}`}
          done={`${channelNames[type]} removed`}
          failure={{
            title: 'Failed to remove integration',
            check: 'Reload the page to see whether the channel was removed.',
          }}
          onClose={() => setRemoving(false)}
        >
          Its address is deleted, and rules no longer send to this channel.
        </DeleteIntegrationDialog>
      )}
      <UnsavedChangesPrompt where={`to ${channelNames[type]}`} />
    </>
  );
}

type ExampleMenuProps = { disabled: boolean; busy: boolean; onChoose: (event: WebhookEvent) => void };

/** Sends an example of one event to a webhook, to test its receiver. */
function ExampleMenu({ disabled, busy, onChoose }: ExampleMenuProps) {
  const { panel, buttonProps, panelProps } = usePopoverPosition();
  return (
    <>
      <Button {...buttonProps} variant="outline" disabled={disabled}>
        Send example
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
      </Button>
      <chakra.div {...panelProps} onClick={() => panel.current?.hidePopover?.()} w={52} p={1}>
        {webhookEvents.map((event) => (
          <Button
            key={event}
            variant="ghost"
            size="sm"
            w="full"
            justifyContent="flex-start"
            fontFamily="mono"
            aria-disabled={busy || undefined}
            onClick={() => !busy && onChoose(event)}
          >
            {event}
          </Button>
        ))}
      </chakra.div>
    </>
  );
}

const FALLBACK = 'Failed to send test alert';

type Result = { success: boolean; message: string };

/** Sends a test alert to a channel, and keeps the service's answer on screen. */
function useTestChannel(id: string | undefined, onChanged: () => Promise<unknown>) {
  const [run, { loading }] = useMutation(TestIntegration);
  const [result, setResult] = useState<Result>();
  const tell = (told: Result) => {
    setResult(told);
    const { success, message } = told;
    toast(
      success
        ? { title: 'Test Alert Sent', description: message, type: 'success' }
        : { title: 'Test Failed', description: message || FALLBACK, type: 'error' },
    );
  };
  const test = async (event?: WebhookEvent) => {
    if (id === undefined) return;
    setResult(undefined);
    try {
      const { data } = await run({ variables: event ? { id, event } : { id } });
      tell(data?.testIntegration ?? { success: false, message: FALLBACK });
    } catch (error) {
      endSessionIfSignedOut(error);
      const check = 'The test message may have been sent. Check the channel before you try again.';
      const { description } = failureWords(error, { title: 'Test Failed', fallback: FALLBACK, check });
      tell({ success: false, message: description });
    }
    // Refetch the channel's health, which the test may have changed.
    await onChanged().catch(() => undefined);
  };
  return { test, testing: loading, result, forget: () => setResult(undefined) };
}
