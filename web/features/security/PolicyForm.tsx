import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { AuditEntries, AuditIntegrity } from '#web/features/audit/audit.gql.ts';
import { Me } from '#web/features/auth/auth.gql.ts';
import { PasswordPolicy } from '#web/features/auth/joining.gql.ts';
import type { SecuritySettingsFieldsFragment } from '#web/gql/graphql.ts';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { Form } from '#web/ui/Form.tsx';
import { LinesField } from '#web/ui/LinesField.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { figures, rules, toInput, toValues, type PolicyValues } from './security-form.ts';
import { SaveSecuritySettings } from './security.gql.ts';
import { usePreview } from './usePreview.tsx';

/** The policy. Saving says first what it would do. */
export function PolicyForm({ policy }: { policy: SecuritySettingsFieldsFragment }) {
  const saved = toValues(policy);
  const { agreed, dialog } = usePreview();
  const [save] = useMutation(SaveSecuritySettings, {
    // What it demands of the person who saved it holds for them at once.
    refetchQueries: [Me, PasswordPolicy, AuditEntries, AuditIntegrity],
  });
  const send = async (values: PolicyValues) => {
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
            help="5 to 1440. Who does nothing for so long is signed out."
          />
          <Figure
            name="maxLoginAttempts"
            help="3 to 10 wrong passwords or codes, then the account is locked."
          />
          <Figure
            name="lockoutDuration"
            unit="minutes"
            help="5 to 1440. A mailed link still lets its owner in."
          />
          <SwitchField
            name="requireTwoFactor"
            label="Require two-factor authentication"
            help="Everybody without it sets it up before anything else."
          />
        </FieldGroup>
        <FieldGroup legend="Passwords">
          <Figure
            name="passwordMinLength"
            unit="characters"
            help="6 to 50; fewer than 8 are never accepted."
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

/** The server's own sentence. What is typed here is not true before it is saved. */
function PasswordText({ saved }: { saved: PolicyValues }) {
  const { values } = useFormikContext<PolicyValues>();
  const { data } = useQuery(PasswordPolicy, { fetchPolicy: 'cache-and-network' });
  const fields = ['passwordMinLength', 'passwordRequireSpecial'] as const;
  const changed = fields.some((name) => String(values[name]) !== String(saved[name]));
  if (!data) return null;
  return (
    <chakra.p color="fg.muted" aria-live="polite">
      {changed && 'Until you save: '}
      {data.passwordPolicy.text}
    </chakra.p>
  );
}
