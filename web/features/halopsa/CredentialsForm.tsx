import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { Form, type FormStatus } from '#web/ui/Form.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { HowTo, Unfold } from '#web/ui/Unfold.tsx';
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

const steps = [
  'In HaloPSA open Configuration > Integrations > HaloPSA API. Resource server, authorisation server and tenant stand there.',
  'View Applications > New. Authentication method: Client ID and Secret (Services).',
  'Login type: Agent. Choose an agent that is for programs; what it may do limits the application too.',
  'Permissions: tick read:customers, read:tickets and edit:tickets.',
  'Save, and copy the Client ID and the Client Secret: the secret is shown once.',
] as const;

/** How an application for the API is made in HaloPSA; open until there is one. */
const ApplicationSteps = ({ isNew }: { isNew: boolean }) => (
  <HowTo title="How to get these in HaloPSA" open={isNew} steps={steps} />
);

/** What most leave as it is; it opens by itself where something in it is wrong. */
function MoreFields({ stored }: { stored: Connection | undefined }) {
  const { errors, status } = useFormikContext<CredentialValues>();
  const said = (status as FormStatus)?.said ?? {};
  const isWrong = furtherFields.some((name) => name in errors || name in said);
  const types = useQuery(HalopsaTicketTypes, { skip: !stored });
  const statuses = useQuery(HalopsaStatuses, { skip: !stored });
  return (
    <Unfold title="More" open={isWrong}>
      <chakra.div display="flex" flexDirection="column" gap={4} mt={3}>
        <TextField
          name="tenant"
          label="Tenant"
          optional
          autoComplete="off"
          placeholder="acme"
          help="Hosted HaloPSA only. Left empty at first, it is looked up."
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
          placeholder="None: tickets stay open"
          what="statuses"
          rows={statuses.data?.halopsaStatuses}
          chosen={stored?.resolvedStatusId}
          failed={statuses.error !== undefined}
          disabled={!stored}
        />
        <SwitchField
          name="closesTickets"
          label="Close tickets on recovery"
          help="A note is added to the ticket in any case; closing needs the status above."
        />
      </chakra.div>
    </Unfold>
  );
}

type ListProps = {
  name: (typeof furtherFields)[number];
  label: string;
  placeholder: string;
  /** What the list holds, in words. */
  what: string;
  rows: Parameters<typeof optionsOf>[0];
  chosen: number | null | undefined;
  failed: boolean;
  /** Nothing is stored yet by which it could be read. */
  disabled: boolean;
};

/** One of a list that HaloPSA has. */
function ListField({ what, rows, chosen, failed, disabled, ...field }: ListProps) {
  const unread = failed ? `The ${what} cannot be loaded at the moment.` : undefined;
  return (
    <SelectField
      {...field}
      options={optionsOf(rows, chosen, null)}
      disabled={disabled}
      help={disabled ? 'Can be chosen once the credentials are saved.' : unread}
    />
  );
}
