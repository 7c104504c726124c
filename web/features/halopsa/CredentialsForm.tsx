import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Form } from '#web/ui/Form.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ApplicationSteps } from './ApplicationSteps.tsx';
import { rulesFor, toInput, toValues, type Connection, type CredentialValues } from './credentials-form.ts';
import { HalopsaIntegration, SaveHalopsaIntegration } from './halopsa.gql.ts';
import { MoreFields } from './MoreFields.tsx';

type Props = {
  stored: Connection | undefined;
  /** The person only looks. */
  disabled: boolean;
  onSaved: () => void;
};

/** How HaloPSA is reached. */
export function CredentialsForm({ stored, disabled, onSaved }: Props) {
  const [save] = useMutation(SaveHalopsaIntegration, {
    refetchQueries: [HalopsaIntegration],
    awaitRefetchQueries: true,
  });
  const [saves, setSaves] = useState(0);
  // Counted, so that the form begins anew after each: another secret leaves no other trace in what is known.
  const saved = { ...toValues(stored), saves };
  const submit = async (values: CredentialValues) => {
    await save({ variables: { input: toInput(values, stored) } });
    setSaves((before) => before + 1);
    onSaved();
  };
  return (
    <Form
      initial={saved}
      rules={rulesFor(stored)}
      onSubmit={submit}
      success={{ title: 'Configuration Saved', type: 'success' }}
      failure={{
        title: 'Configuration Failed',
        check: 'Reload the page to see whether the connection was saved.',
      }}
    >
      <chakra.fieldset disabled={disabled} display="flex" flexDirection="column" gap={4} minW={0}>
        <TextField
          name="authServer"
          label="Authorisation server"
          type="url"
          autoComplete="off"
          placeholder="https://acme.halopsa.com/auth"
        />
        <TextField
          name="resourceServer"
          label="Resource server"
          type="url"
          autoComplete="off"
          placeholder="https://acme.halopsa.com/api"
        />
        <TextField name="clientId" label="Client ID" mono autoComplete="off" spellCheck={false} />
        <TextField
          name="clientSecret"
          label="Client Secret"
          type="password"
          autoComplete="off"
          placeholder={stored ? `••••${stored.clientSecretTail}` : undefined}
          help={
            stored
              ? `One that ends in ${stored.clientSecretTail} is stored. Leave this empty to keep it.`
              : undefined
          }
        />
        <ApplicationSteps isNew={!stored} />
        <MoreFields stored={stored} />
      </chakra.fieldset>
      {!disabled && <SaveBar saved={saved} />}
    </Form>
  );
}
