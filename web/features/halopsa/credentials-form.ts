import * as yup from 'yup';
import type { HalopsaFieldsFragment, HalopsaIntegrationInput } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import type { Submitted } from '#web/ui/Form.tsx';

export type Connection = HalopsaFieldsFragment;

/** The fewest permissions that tickets need. */
const SCOPE = 'read:customers read:tickets edit:tickets';

/** The form's values. IDs are strings, as in the select. */
export type CredentialValues = {
  authServer: string;
  resourceServer: string;
  clientId: string;
  clientSecret: string;
  tenant: string;
  scope: string;
  ticketTypeId: string;
  resolvedStatusId: string;
  closesTickets: boolean;
  ticketPerClient: boolean;
};

/** Fields under "More". */
export const furtherFields = [
  'tenant',
  'scope',
  'ticketTypeId',
  'resolvedStatusId',
  'closesTickets',
  'ticketPerClient',
] as const;

const baseRules = yupFor('HalopsaIntegrationInput');

const withSecret = baseRules.shape({ clientSecret: yup.string().required('Client Secret is required') });

/** The secret is required unless one is stored. */
export const rulesFor = (stored: Connection | undefined) => (stored ? baseRules : withSecret);

export function toValues(stored: Connection | undefined): CredentialValues {
  return {
    authServer: stored?.authServer ?? '',
    resourceServer: stored?.resourceServer ?? '',
    clientId: stored?.clientId ?? '',
    clientSecret: '',
    tenant: stored?.tenant ?? '',
    scope: stored?.scope ?? SCOPE,
    ticketTypeId: stored?.ticketTypeId == null ? '' : String(stored.ticketTypeId),
    resolvedStatusId: stored?.resolvedStatusId == null ? '' : String(stored.resolvedStatusId),
    closesTickets: stored?.closesTickets ?? false,
    ticketPerClient: stored?.ticketPerClient ?? false,
  };
}

/** The input to send. A blank tenant is left out, so that the server detects it. */
export function toInput(
  values: Submitted<CredentialValues, yup.InferType<typeof baseRules>>,
  stored: Connection | undefined,
): HalopsaIntegrationInput {
  const { authServer, resourceServer, clientId, clientSecret, tenant, scope } = values;
  const { ticketTypeId, resolvedStatusId, closesTickets, ticketPerClient } = values;
  return {
    authServer,
    resourceServer,
    clientId,
    ...(clientSecret && { clientSecret }),
    ...((tenant || stored?.tenant) && { tenant: tenant || null }),
    scope: scope ?? SCOPE,
    ticketTypeId: ticketTypeId ?? null,
    resolvedStatusId: resolvedStatusId ?? null,
    closesTickets,
    ticketPerClient,
  };
}
