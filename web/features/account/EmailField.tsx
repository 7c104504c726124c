import { useQuery } from '@apollo/client/react';
import { Button, chakra, Field, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { PendingEmail } from './account.gql.ts';
import { PendingAddress } from './PendingAddress.tsx';

const ChangeEmailDialog = lazyDialog(() =>
  import('./ChangeEmailDialog.tsx').then((m) => m.ChangeEmailDialog),
);

/** The address as it is, the one that waits to take its place, and the way to another. */
export function EmailField({ email }: { email: string }) {
  const [changingTo, setChangingTo] = useState<string>();
  const { data } = useQuery(PendingEmail, { fetchPolicy: 'cache-and-network' });
  const pending = data?.pendingEmailChange;
  return (
    <chakra.div display="flex" flexDirection="column" gap={3}>
      <Field.Root>
        <Field.Label>Email</Field.Label>
        <chakra.div display="flex" flexWrap={{ base: 'wrap', sm: 'nowrap' }} gap={2} w="full">
          <Input value={email} disabled readOnly />
          <Button variant="outline" onClick={() => setChangingTo('')}>
            Change email…
          </Button>
        </chakra.div>
        <Field.HelperText>
          Email cannot be changed here because it is linked to the authentication provider. A new address
          counts once it is confirmed.
        </Field.HelperText>
      </Field.Root>
      {pending && <PendingAddress {...pending} onSendAgain={() => setChangingTo(pending.email)} />}
      {changingTo !== undefined && (
        <ChangeEmailDialog email={email} newEmail={changingTo} onClose={() => setChangingTo(undefined)} />
      )}
    </chakra.div>
  );
}
