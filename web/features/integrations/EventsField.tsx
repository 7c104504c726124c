import { chakra, Checkbox } from '@chakra-ui/react';
import { useFormField } from '#web/ui/useFormField.ts';
import { eventWords, webhookEvents, type WebhookEvent } from './webhook-events.ts';

/** What a webhook is told: each kind of message by the name that it has there. */
export function EventsField() {
  const { field, helpers, error } = useFormField<WebhookEvent[]>('events');
  const choose = (event: WebhookEvent, isOn: boolean) =>
    void helpers.setValue(webhookEvents.filter((one) => (one === event ? isOn : field.value.includes(one))));
  return (
    <chakra.fieldset minW={0} display="flex" flexDirection="column" gap={2.5}>
      <chakra.legend fontWeight="medium" float="left" mb={0}>
        Events
      </chakra.legend>
      {webhookEvents.map((event) => (
        <Checkbox.Root
          key={event}
          alignItems="flex-start"
          checked={field.value.includes(event)}
          invalid={Boolean(error)}
          onCheckedChange={({ checked }) => choose(event, checked === true)}
        >
          <Checkbox.HiddenInput />
          <Checkbox.Control mt={0.5}>
            <Checkbox.Indicator />
          </Checkbox.Control>
          <Checkbox.Label overflowWrap="anywhere">
            <chakra.span fontFamily="mono" textStyle="sm">
              {event}
            </chakra.span>
            <chakra.span color="fg.muted" fontWeight="normal">{` · ${eventWords[event]}`}</chakra.span>
          </Checkbox.Label>
        </Checkbox.Root>
      ))}
      {error && (
        <chakra.p textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}
