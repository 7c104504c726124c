import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { SessionUser } from '#web/features/auth/useSession.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { UpdateProfile } from './account.gql.ts';
import { EmailField } from './EmailField.tsx';

/** Who the person is; the address is changed by a confirmed mail, never here. */
export function ProfileCard({ user }: { user: SessionUser }) {
  const [update] = useMutation(UpdateProfile);
  const saved = { firstName: user.firstName, lastName: user.lastName, companyName: user.companyName };
  return (
    <SettingsCard
      title="Profile Information"
      description="Who you are for your team, and where mail reaches you."
    >
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
