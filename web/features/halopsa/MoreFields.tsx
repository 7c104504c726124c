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
