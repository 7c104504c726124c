import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Field, Input, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import type { SessionUser } from '#web/features/auth/useSession.ts';
import { graphql } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { PendingEmail } from './account.gql.ts';

const UpdateProfile = graphql(`
  mutation UpdateProfile($input: ProfileInput!) {
    updateProfile(input: $input) {
      id
      firstName
      lastName
      companyName
    }
  }
`);

const CancelEmailChange = graphql(`
  mutation CancelEmailChange {
    cancelEmailChange
  }
`);

/** The profile. The address changes only through a confirmation link. */
export function ProfileCard({ user }: { user: SessionUser }) {
  const [update] = useMutation(UpdateProfile);
  const saved = { firstName: user.firstName, lastName: user.lastName, companyName: user.companyName };
  return (
    <SettingsCard title="Profile Information" description="Your name and contact details.">
      <Form
        initial={saved}
        rules={yupFor('ProfileInput')}
        onSubmit={(input) => update({ variables: { input } })}
        success={{ title: 'Profile updated', type: 'success' }}
        failure={{ title: 'Update failed', check: 'Reload the page to see whether your changes were saved.' }}
      >
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: '1fr 1fr' }}
          alignItems="start"
          gap={4}
        >
          <TextField name="firstName" label="First Name" autoComplete="given-name" />
          <TextField name="lastName" label="Last Name" autoComplete="family-name" />
        </chakra.div>
        <EmailField email={user.email} />
        <TextField name="companyName" label="Company Name" autoComplete="organization" />
        <SaveBar saved={saved} />
      </Form>
    </SettingsCard>
  );
}

const ChangeEmailDialog = lazyDialog(() =>
  import('./ChangeEmailDialog.tsx').then((m) => m.ChangeEmailDialog),
);

/** The current address, a pending change, and a button to change it. */
function EmailField({ email }: { email: string }) {
  const [changingTo, setChangingTo] = useState<string>();
  const { data } = useQuery(PendingEmail, { fetchPolicy: 'cache-and-network' });
  const pending = data?.pendingEmailChange;
  return (
    <Stack gap={3}>
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
          takes effect once you confirm it.
        </Field.HelperText>
      </Field.Root>
      {pending && <PendingAddress {...pending} onSendAgain={() => setChangingTo(pending.email)} />}
      {changingTo !== undefined && (
        <ChangeEmailDialog email={email} newEmail={changingTo} onClose={() => setChangingTo(undefined)} />
      )}
    </Stack>
  );
}

type Props = { email: string; expiresAt: string; onSendAgain: () => void };

/** A pending new address, with buttons to resend or cancel. */
function PendingAddress({ email, expiresAt, onSendAgain }: Props) {
  const [cancel, { loading }] = useMutation(CancelEmailChange, {
    update: (cache) => cache.writeQuery({ query: PendingEmail, data: { pendingEmailChange: null } }),
  });
  const send = async () => {
    try {
      await cancel();
      toast({ title: 'Change canceled', description: 'Your email address stays the same.', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update failed',
        check: 'Reload the page to see whether the change was canceled.',
      });
    }
  };
  return (
    <Notice state="info" title={`Waiting for confirmation of ${email}`}>
      <p>The confirmation link expires on {formatDateTime(new Date(expiresAt))}.</p>
      <chakra.div display="flex" flexWrap="wrap" gap={2} mt={3}>
        <Button variant="outline" size="sm" onClick={onSendAgain}>
          Resend
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={`Cancel the change to ${email}`}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void send()}
        >
          Cancel
        </Button>
      </chakra.div>
    </Notice>
  );
}
