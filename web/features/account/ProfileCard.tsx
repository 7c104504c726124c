import { useMutation } from '@apollo/client/react';
import { Button, chakra, Field, Input } from '@chakra-ui/react';
import { useState } from 'react';
import type { SessionUser } from '#web/features/auth/useSession.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { UpdateProfile } from './account.gql.ts';

const ChangeEmailDialog = lazyDialog(() =>
  import('./ChangeEmailDialog.tsx').then((m) => m.ChangeEmailDialog),
);

/** Who the person is; the address is changed by a confirmed mail, never here. */
export function ProfileCard({ user }: { user: SessionUser }) {
  const [update] = useMutation(UpdateProfile);
  const saved = { firstName: user.firstName, lastName: user.lastName, companyName: user.companyName };
  return (
    <SettingsCard title="Profile Information" description="How you are called here and in mails.">
      <Form
        initial={saved}
        rules={yupFor('ProfileInput')}
        onSubmit={(input) => update({ variables: { input } })}
        success={{ title: 'Profile updated', type: 'success' }}
        failure={{ title: 'Update failed', fallback: 'Nothing was changed. Please try again.' }}
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

function EmailField({ email }: { email: string }) {
  const [changing, setChanging] = useState(false);
  return (
    <Field.Root>
      <Field.Label>Email</Field.Label>
      <chakra.div display="flex" flexWrap={{ base: 'wrap', sm: 'nowrap' }} gap={2} w="full">
        <Input value={email} disabled readOnly />
        <Button variant="outline" onClick={() => setChanging(true)}>
          Change email…
        </Button>
      </chakra.div>
      <Field.HelperText>
        Email cannot be changed here because it is linked to the authentication provider. A new address counts
        once it is confirmed.
      </Field.HelperText>
      {changing && <ChangeEmailDialog email={email} onClose={() => setChanging(false)} />}
    </Field.Root>
  );
}
