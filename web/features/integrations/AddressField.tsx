import { Button, chakra, Field, Input } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { maskedAddress, type Channel, type ChannelValues } from './channel-form.ts';
import { guides } from './channels.ts';

type Props = { type: NotificationChannel; channel?: Channel };

/** The address to post to. It is a credential: once stored, only its end is shown, and a new one takes its place whole. */
export function AddressField({ type, channel }: Props) {
  const { values, setValues } = useFormikContext<ChannelValues>();
  const stored = maskedAddress(channel);
  const { label, placeholder, help } = guides[type];
  const [kept, setKept] = useState(false);
  const keep = (keeps: boolean) => {
    setKept(keeps);
    void setValues({ ...values, keeps, webhookUrl: '' });
  };
  if (stored && values.keeps) {
    return (
      <Field.Root>
        <Field.Label>{label}</Field.Label>
        <chakra.div display="flex" flexWrap={{ base: 'wrap', sm: 'nowrap' }} gap={2} w="full">
          <Input value={stored} readOnly fontFamily="mono" color="fg.muted" />
          {/* The button that kept it has gone: the focus goes on to this one. */}
          <Button
            variant="outline"
            aria-label={`Replace ${label}`}
            autoFocus={kept}
            onClick={() => keep(false)}
          >
            Replace
          </Button>
        </chakra.div>
        <Field.HelperText>
          Whoever has this address can post there, so the rest of it is never shown.
        </Field.HelperText>
      </Field.Root>
    );
  }
  return (
    <div>
      <TextField
        name="webhookUrl"
        label={label}
        type="url"
        placeholder={placeholder}
        help={help}
        autoComplete="off"
        spellCheck={false}
        autoFocus={stored !== undefined}
        mono
      />
      {stored && (
        <Button variant="plain" size="sm" mt={1} onClick={() => keep(true)}>
          Keep the stored address
        </Button>
      )}
    </div>
  );
}
