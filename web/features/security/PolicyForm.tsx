import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Dialog, Portal, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useState } from 'react';
import { AuditEntries, AuditIntegrity } from '#web/features/audit/AuditLog.tsx';
import { Me } from '#web/features/auth/auth.gql.ts';
import { PasswordPolicy } from '#web/features/auth/registration.gql.ts';
import type {
  PreviewSecuritySettingsQuery,
  SecuritySettingsFieldsFragment,
  SecuritySettingsInput,
} from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { Form } from '#web/ui/Form.tsx';
import { LinesField } from '#web/ui/LinesField.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { Muted } from '#web/ui/text.tsx';
import { figures, type PolicyValues, rules, toInput, toValues } from './security-form.ts';

const PreviewSecuritySettings = graphql(`
  query PreviewSecuritySettings($input: SecuritySettingsInput!) {
    previewSecuritySettings(input: $input) {
      effects
      blocked
      affectedPeople
    }
  }
`);

const SaveSecuritySettings = graphql(`
  mutation SaveSecuritySettings($input: SecuritySettingsInput!) {
    saveSecuritySettings(input: $input) {
      ...SecuritySettingsFields
    }
  }
`);

export const SecuritySettingsFields = graphql(`
  fragment SecuritySettingsFields on SecuritySettings {
    sessionTimeout
    maxLoginAttempts
    lockoutDuration
    requireTwoFactor
    passwordMinLength
    passwordRequireSpecial
    apiTokenMaxDays
    allowedIpRanges
    shareOutageHints
  }
`);

/** The policy's form. Saving shows a preview of its effects first. */
export function PolicyForm({ policy }: { policy: SecuritySettingsFieldsFragment }) {
  const saved = toValues(policy);
  const { agreed, dialog } = usePreview();
  const [save] = useMutation(SaveSecuritySettings, {
    // The new policy applies to the person who saved it immediately.
    refetchQueries: [Me, PasswordPolicy, AuditEntries, AuditIntegrity],
  });
  const send = async (values: Parameters<typeof toInput>[0]) => {
    const input = toInput(values, policy);
    return (await agreed(input)) && save({ variables: { input } });
  };
  return (
    <>
      <Form
        initial={saved}
        rules={rules}
        onSubmit={send}
        success={(done) => (done ? { title: 'Settings updated', type: 'success' } : undefined)}
        failure={{ title: 'Update failed', fallback: 'Failed to update security settings' }}
      >
        <FieldGroup legend="Sign-in">
          <Figure
            name="sessionTimeout"
            unit="minutes"
            help="5 to 1440. People are signed out after this long without activity."
          />
          <Figure
            name="maxLoginAttempts"
            help="3 to 10. The account is locked after this many wrong passwords or codes."
          />
          <Figure
            name="lockoutDuration"
            unit="minutes"
            help="5 to 1440. The owner can unlock the account earlier with an emailed link."
          />
          <SwitchField
            name="requireTwoFactor"
            label="Require two-factor authentication"
            help="People without it must set it up before they can continue."
          />
        </FieldGroup>
        <FieldGroup legend="Passwords">
          <Figure
            name="passwordMinLength"
            unit="characters"
            help="6 to 50. Passwords under 8 characters are never accepted."
          />
          <SwitchField name="passwordRequireSpecial" label="Require special characters" />
          <PasswordText saved={saved} />
        </FieldGroup>
        <FieldGroup legend="API tokens">
          <Figure
            name="apiTokenMaxDays"
            unit="days"
            help="1 to 3650. Tokens older than this stop working, including existing ones."
          />
        </FieldGroup>
        <FieldGroup legend="Administrator area">
          <LinesField
            name="allowedIpRanges"
            label="Allowed IP ranges"
            help="One per line, such as 192.0.2.10 or 10.0.0.0/8. Empty means any IP."
            rows={5}
            mono
          />
        </FieldGroup>
        <FieldGroup legend="Between teams">
          <SwitchField
            name="shareOutageHints"
            label="Share hints about provider outages"
            help="A team whose internet provider fails sees in how many networks of other teams it fails as well. No names are shown, and at least three teams must be affected."
          />
        </FieldGroup>
        <SaveBar saved={saved} />
      </Form>
      {dialog}
    </>
  );
}

function Figure({ name, unit, help }: { name: keyof typeof figures; unit?: string; help: string }) {
  const label = unit ? `${figures[name]} (${unit})` : figures[name];
  return (
    <chakra.div maxW={{ md: 80 }}>
      <TextField name={name} label={label} help={help} type="number" inputMode="numeric" autoComplete="off" />
    </chakra.div>
  );
}

/** The server's own sentence. Unsaved values don't apply yet. */
function PasswordText({ saved }: { saved: PolicyValues }) {
  const { values } = useFormikContext<PolicyValues>();
  const { data } = useQuery(PasswordPolicy, { fetchPolicy: 'cache-and-network' });
  const fields = ['passwordMinLength', 'passwordRequireSpecial'] as const;
  const changed = fields.some((name) => String(values[name]) !== String(saved[name]));
  if (!data) return null;
  return (
    <Muted aria-live="polite">
      {changed && 'Current policy: '}
      {data.passwordPolicy.text}
    </Muted>
  );
}

type Asked = {
  preview: PreviewSecuritySettingsQuery['previewSecuritySettings'];
  decide: (agreed: boolean) => void;
};

/** Previews a change's effects and waits for confirmation. Rejects with the server's error. */
function usePreview(): {
  agreed: (input: SecuritySettingsInput) => Promise<boolean>;
  dialog: ReactNode;
} {
  const client = useApolloClient();
  const [asked, setAsked] = useState<Asked>();
  const agreed = async (input: SecuritySettingsInput) => {
    const { data } = await client.query({
      query: PreviewSecuritySettings,
      variables: { input },
      fetchPolicy: 'network-only',
    });
    const preview = data?.previewSecuritySettings;
    if (!preview) throw new Error('The server answered without a preview');
    return new Promise<boolean>((resolve) => {
      const decide = (yes: boolean) => {
        setAsked(undefined);
        resolve(yes);
      };
      setAsked({ preview, decide });
    });
  };
  return { agreed, dialog: asked && <PreviewDialog {...asked} /> };
}

type Props = {
  preview: PreviewSecuritySettingsQuery['previewSecuritySettings'];
  decide: (agreed: boolean) => void;
};

/** Previews a policy's effects. One that would lock its author out can't be confirmed. */
function PreviewDialog({ preview: { effects, blocked, affectedPeople }, decide }: Props) {
  useReturnFocus();
  return (
    <Dialog.Root
      role="alertdialog"
      size="sm"
      open
      onOpenChange={({ open }) => !open && decide(false)}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                {blocked ? 'This policy can’t be saved' : 'Save the security policy?'}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Dialog.Description asChild>
                <Stack gap={3}>
                  {blocked && <Notice state="error">{blocked}</Notice>}
                  {!blocked && <Effects effects={effects} />}
                  {!blocked && <Muted>{noticing(affectedPeople)}</Muted>}
                </Stack>
              </Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" onClick={() => decide(false)} autoFocus>
                {blocked ? 'Back to the form' : 'Cancel'}
              </Button>
              {!blocked && <Button onClick={() => decide(true)}>Save policy</Button>}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

const Effects = ({ effects }: { effects: readonly string[] }) => (
  <Stack as="ul" ps={4} listStyleType="disc" color="fg" gap={1.5}>
    {effects.map((effect) => (
      <chakra.li key={effect} overflowWrap="anywhere">
        {effect}
      </chakra.li>
    ))}
  </Stack>
);

function noticing(people: number): string {
  if (people === 0) return 'No one is affected immediately.';
  return people === 1
    ? '1 person is affected immediately.'
    : `${formatNumber(people)} people are affected immediately.`;
}
