import { Button, chakra, Spinner } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import { AskBeforeLosing } from '#web/ui/AskBeforeLosing.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { Unsaved } from '#web/ui/Unsaved.tsx';
import { toValues, type Channel } from './channel-form.ts';
import { ExampleMenu } from './ExampleMenu.tsx';
import { useTestChannel } from './useTestChannel.ts';

const RemoveChannel = lazyDialog(() => import('./RemoveChannel.tsx').then((m) => m.RemoveChannel));

type Props = {
  type: NotificationChannel;
  channel?: Channel;
  /** How often it was saved: each time the form begins anew from what the server has. */
  saves: number;
  onChanged: () => Promise<unknown>;
};

/** Saves a channel and tries it out. A test goes to what is saved, so it waits for that. */
export function ChannelBar({ type, channel, saves, onChanged }: Props) {
  const { dirty, isSubmitting, resetForm } = useFormikContext();
  const { test, testing, result, forget } = useTestChannel(channel?.id, onChanged);
  const [removing, setRemoving] = useState(false);
  const saved = toValues(channel);
  const stand = `${saves} ${JSON.stringify(saved)}`;
  const shown = useRef({ saves, stand });
  useEffect(() => {
    // What a colleague saved meanwhile does not take the place of what is being typed.
    if (shown.current.stand === stand || isSubmitting || (dirty && shown.current.saves === saves)) return;
    shown.current = { saves, stand };
    resetForm({ values: saved });
  });
  useEffect(() => {
    // What was answered is about what was saved then.
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
        <Unsaved variant="ghost" />
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
        <RemoveChannel id={channel.id} name={channelNames[type]} onClose={() => setRemoving(false)} />
      )}
      <AskBeforeLosing where={`to ${channelNames[type]}`} />
    </>
  );
}
