import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ContactSettingsQuery } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SavedRepliesList } from './SavedRepliesList.tsx';
import { ContactSettings, SaveContactSettings } from './settings.gql.ts';

type Settings = ContactSettingsQuery['contactSettings'];
type Values = { supportEmail?: string; supportPhone?: string; businessAddress?: string };

/** How visitors reach the operator, and answers that are given often. */
export function ContactSettingsTab() {
  const { data, error, refetch } = useQuery(ContactSettings, { fetchPolicy: 'cache-and-network' });
  return (
    <chakra.div display="flex" flexDirection="column" gap={6}>
      <SettingsCard title="Contact details" description="Visitors see them on the contact page at once.">
        {!data && error && (
          <LoadFailed title="The settings could not be loaded" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={4} />}
        {data && <SettingsForm settings={data.contactSettings} />}
      </SettingsCard>
      <SettingsCard title="Saved replies" description="Put into a reply from the inbox with one click.">
        <SavedRepliesList />
      </SettingsCard>
    </chakra.div>
  );
}

const rules = yupFor('ContactSettingsInput');

function SettingsForm({ settings }: { settings: Settings }) {
  const [save] = useMutation(SaveContactSettings);
  const { supportEmail, supportPhone, businessAddress } = settings;
  const saved: Values = { supportEmail, supportPhone, businessAddress };
  // What the form leaves out is empty here, and not as it was.
  const send = (values: Values) =>
    save({
      variables: { input: { supportEmail: '', supportPhone: '', businessAddress: '', ...values } },
    });
  return (
    <Form
      initial={saved}
      rules={rules}
      onSubmit={send}
      success={{ title: 'Settings Updated', description: 'Visitors see them now.', type: 'success' }}
      failure={{ title: 'Update failed', fallback: 'Failed to update contact settings' }}
    >
      <TextField
        name="supportEmail"
        label="Support email"
        help="Each message is announced there too. Until you name your own, super administrators are told."
        type="email"
        autoComplete="off"
      />
      <TextField
        name="supportPhone"
        label="Support phone"
        help="The phone hours beside it are set under Organisation."
        type="tel"
        autoComplete="off"
        optional
      />
      <TextAreaField name="businessAddress" label="Business address" rows={3} optional />
      <SaveBar saved={saved} />
    </Form>
  );
}
