import { useMutation, useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { Form, type FormStatus } from '#web/ui/Form.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { HowTo, Disclosure } from '#web/ui/Disclosure.tsx';
import {
  type Connection,
  type CredentialValues,
  furtherFields,
  rulesFor,
  toInput,
  toValues,
} from './credentials-form.ts';
import { optionsOf } from './TicketFields.tsx';
import { HalopsaIntegration } from './useHalopsa.ts';

export const SaveHalopsaIntegration = graphql(`
  mutation SaveHalopsaIntegration($input: HalopsaIntegrationInput!) {
    saveHalopsaIntegration(input: $input) {
      ...HalopsaFields
    }
  }
`);

export const HalopsaTicketTypes = graphql(`
  query HalopsaTicketTypes {
    halopsaTicketTypes {
      id
      name
    }
  }
`);

export const HalopsaStatuses = graphql(`
  query HalopsaStatuses {
    halopsaStatuses {
      id
      name
    }
  }
`);

type Props = {
  stored: Connection | undefined;
  /** The viewer can't make changes. */
  disabled: boolean;
  onSaved: () => void;
};

/** The connection settings of HaloPSA. */
export function CredentialsForm({ stored, disabled, onSaved }: Props) {
  const [save] = useMutation(SaveHalopsaIntegration, {
    refetchQueries: [HalopsaIntegration],
    awaitRefetchQueries: true,
  });
  const [saves, setSaves] = useState(0);
  // Counts saves, to reset the form after each one: a new secret changes nothing else in the data.
  const saved = { ...toValues(stored), saves };
  const submit = async (values: Parameters<typeof toInput>[0]) => {
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
              ? `Leave blank to keep the stored secret, which ends in ${stored.clientSecretTail}.`
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

const steps = [
  'In HaloPSA, open Configuration > Integrations > HaloPSA API. It shows the resource server, authorisation server and tenant.',
  'Select View Applications > New. Set the authentication method to Client ID and Secret (Services).',
  'Set the login type to Agent and choose an agent for integrations. The application can’t do more than that agent.',
  'Under Permissions, select read:customers, read:tickets and edit:tickets.',
  'Save, then copy the Client ID and Client Secret. The secret is only shown once.',
] as const;

/** How to create an API application in HaloPSA. Expanded until one is connected. */
const ApplicationSteps = ({ isNew }: { isNew: boolean }) => (
  <HowTo title="How to get these in HaloPSA" open={isNew} steps={steps} />
);

/** Settings that most people leave unchanged. Opens automatically if one has an error. */
function MoreFields({ stored }: { stored: Connection | undefined }) {
  const { errors, status } = useFormikContext<CredentialValues>();
  const { said = {} }: Partial<NonNullable<FormStatus>> = status ?? {};
  const isWrong = furtherFields.some((name) => name in errors || name in said);
  const types = useQuery(HalopsaTicketTypes, { skip: !stored });
  const statuses = useQuery(HalopsaStatuses, { skip: !stored });
  return (
    <Disclosure title="More" open={isWrong}>
      <Stack gap={4} mt={3}>
        <TextField
          name="tenant"
          label="Tenant"
          optional
          autoComplete="off"
          placeholder="acme"
          help="Hosted HaloPSA only. Leave blank to detect it."
        />
        <TextField name="scope" label="Scope" mono autoComplete="off" spellCheck={false} />
        <ListField
          name="ticketTypeId"
          label="Ticket type"
          placeholder="HaloPSA's default"
          what="ticket types"
          rows={types.data?.halopsaTicketTypes}
          chosen={stored?.ticketTypeId}
          failed={types.error !== undefined}
          disabled={!stored}
        />
        <ListField
          name="resolvedStatusId"
          label="Status of resolved tickets"
          placeholder="None (tickets stay open)"
          what="statuses"
          rows={statuses.data?.halopsaStatuses}
          chosen={stored?.resolvedStatusId}
          failed={statuses.error !== undefined}
          disabled={!stored}
        />
        <SwitchField
          name="closesTickets"
          label="Close tickets on recovery"
          help="We add a note to the ticket either way. To close tickets, choose the status above."
        />
        <SwitchField
          name="ticketPerClient"
          label="Also open a ticket for each affected client"
          help="When an internet provider fails, each client gets a ticket that names only its own sites."
        />
      </Stack>
    </Disclosure>
  );
}

type ListProps = {
  name: (typeof furtherFields)[number];
  label: string;
  placeholder: string;
  /** A noun for the list's entries. */
  what: string;
  rows: Parameters<typeof optionsOf>[0];
  chosen: number | null | undefined;
  failed: boolean;
  /** No credentials are stored yet, so the list can't be read. */
  disabled: boolean;
};

/** Chooses an entry of a list from HaloPSA. */
function ListField({ what, rows, chosen, failed, disabled, ...field }: ListProps) {
  const unread = failed ? `We couldn’t load the ${what}. Try again.` : undefined;
  return (
    <SelectField
      {...field}
      options={optionsOf(rows, chosen, null)}
      disabled={disabled}
      help={disabled ? 'Save the credentials first.' : unread}
    />
  );
}
