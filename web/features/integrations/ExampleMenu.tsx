import { Button, chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { usePopoverPlace } from '#web/ui/usePopoverPlace.ts';
import { webhookEvents, type WebhookEvent } from './webhook-events.ts';

type Props = { disabled: boolean; busy: boolean; onChoose: (event: WebhookEvent) => void };

/** Sends a webhook an example of one kind of message, for its program to be tried with. */
export function ExampleMenu({ disabled, busy, onChoose }: Props) {
  const { panel, buttonProps, panelProps } = usePopoverPlace();
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
