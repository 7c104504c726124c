import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { dayAndTime } from '#web/lib/dates.ts';
import { useNowPast } from '#web/lib/useNowPast.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { textIn, type Channel } from './channel-form.ts';
import { RotateSigningSecret } from './integrations.gql.ts';

type Props = { channel: Channel; onSecret: (secret: string) => void };

/** The secret that signs what a webhook gets: never shown again, but a new one can take its place. */
export function SigningSecret({ channel, onSecret }: Props) {
  const [rotate] = useMutation(RotateSigningSecret, { variables: { id: channel.id } });
  const old = textIn(channel, 'oldSecretUntil');
  const now = useNowPast([old]);
  const [asking, setAsking] = useState(false);
  const renew = async () => {
    const { data } = await rotate();
    if (data?.rotateSigningSecret.signingSecret) onSecret(data.rotateSigningSecret.signingSecret);
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2}>
      <chakra.div flex="1 1 14rem">
        <chakra.p fontWeight="medium">
          Signing secret{' '}
          <chakra.span fontFamily="mono" fontWeight="normal" color="fg.muted">
            {textIn(channel, 'signingSecret')}
          </chakra.span>
        </chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          Your program checks with it that a request is ours. It was shown once, when it was made.
          {old && Date.parse(old) > now && ` The one before signs along until ${dayAndTime(new Date(old))}.`}
        </chakra.p>
      </chakra.div>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        Rotate secret
      </Button>
      {asking && (
        <DeedDialog
          onClose={() => setAsking(false)}
          deed={renew}
          failure={{
            title: 'Failed to rotate secret',
            check: 'Reload the page to see whether the secret was replaced.',
          }}
          title="Rotate signing secret"
          confirmLabel="Rotate secret"
        >
          A new secret signs from now on. The old one signs along for 24 hours, so that you can change it in
          your program without missing anything.
        </DeedDialog>
      )}
    </chakra.div>
  );
}
