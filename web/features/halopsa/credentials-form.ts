import * as yup from 'yup';
import type { HalopsaFieldsFragment, HalopsaIntegrationInput } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';

export type Connection = HalopsaFieldsFragment;

/** Least rights that are enough for tickets. */
const SCOPE = 'read:customers read:tickets edit:tickets';

/** What stands in the form; numbers of lists as the select has them. */
export type CredentialValues = {
  authServer: string;
  resourceServer: string;
  clientId: string;
  /** Never prefilled. */
  clientSecret: string;
  tenant: string;
  scope: string;
  ticketTypeId: string;
  resolvedStatusId: string;
  closesTickets: boolean;
};

/** Fields that stand behind "More". */
export const furtherFields = [
  'tenant',
  'scope',
  'ticketTypeId',
  'resolvedStatusId',
  'closesTickets',
] as const;

const baseRules = yupFor('HalopsaIntegrationInput');

const withSecret = baseRules.shape({ clientSecret: yup.string().required('Client Secret is required') });

/** Without a stored secret one must be typed. */
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
  };
}

/** What is sent. A tenant that was never typed is left out: the server finds it out. */
export function toInput(
  values: Partial<CredentialValues>,
  stored: Connection | undefined,
): HalopsaIntegrationInput {
  const { authServer = '', resourceServer = '', clientId = '', clientSecret, tenant, scope } = values;
  const { ticketTypeId, resolvedStatusId, closesTickets = false } = values;
  return {
    authServer,
    resourceServer,
    clientId,
    ...(clientSecret && { clientSecret }),
    ...((tenant || stored?.tenant) && { tenant: tenant || null }),
    scope: scope ?? SCOPE,
    ticketTypeId: ticketTypeId ? Number(ticketTypeId) : null,
    resolvedStatusId: resolvedStatusId ? Number(resolvedStatusId) : null,
    closesTickets,
  };
}
