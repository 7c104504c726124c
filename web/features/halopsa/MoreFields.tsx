import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { FormStatus } from '#web/ui/Form.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Unfold } from '#web/ui/Unfold.tsx';
import { optionsOf } from './choices.ts';
import { furtherFields, type Connection, type CredentialValues } from './credentials-form.ts';
import { HalopsaStatuses, HalopsaTicketTypes } from './halopsa.gql.ts';

/** What most leave as it is; it opens by itself where something in it is wrong. */
export function MoreFields({ stored }: { stored: Connection | undefined }) {
  const { errors, status } = useFormikContext<CredentialValues>();
  const said = (status as FormStatus)?.said ?? {};
  const isWrong = furtherFields.some((name) => name in errors || name in said);
  const types = useQuery(HalopsaTicketTypes, { skip: !stored });
  const statuses = useQuery(HalopsaStatuses, { skip: !stored });
  const later = stored ? undefined : 'Can be chosen once the credentials are saved.';
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
        <SelectField
          name="ticketTypeId"
          label="Ticket type"
          placeholder="HaloPSA's default"
          options={optionsOf(types.data?.halopsaTicketTypes, stored?.ticketTypeId, null)}
          disabled={!stored}
          help={later ?? failed(types.error, 'ticket types')}
        />
        <SelectField
          name="resolvedStatusId"
          label="Status of resolved tickets"
          placeholder="None: tickets stay open"
          options={optionsOf(statuses.data?.halopsaStatuses, stored?.resolvedStatusId, null)}
          disabled={!stored}
          help={later ?? failed(statuses.error, 'statuses')}
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

const failed = (error: unknown, what: string) =>
  error ? `The ${what} cannot be loaded at the moment.` : undefined;
