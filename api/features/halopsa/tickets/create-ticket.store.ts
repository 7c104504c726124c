import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { withHalopsa, connectionOf, notConfigured } from '../connection.store.ts';
import { ticketUrl, type HalopsaConnection } from '../halopsa-connection.entity.ts';
import { HalopsaError } from '../client/halopsa-responses.ts';
import type { Halopsa } from '../client/halopsa.client.ts';
import { listOf, type ListRequest } from '../lists.service.ts';
import {
  resolveSettings,
  type TenantLists,
  type TicketFields,
  type TicketSettings,
} from './ticket-settings.ts';
import type { HalopsaTicketTest } from '../halopsa-list.entity.ts';
import { referenceOf, summaryOf } from './ticket-text.ts';

/** Maximum milliseconds for reading the lists and creating the ticket. */
const createTimeout = 60_000;

/**
 * Creates a ticket. If HaloPSA rejects it, the lists may be outdated, so they are refreshed and it is tried
 * once more if that changes anything. @returns its number. @throws HalopsaError that names what no longer
 * exists
 */
export async function createTicket(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  settings: TicketSettings,
  text: { summary: string; details: string },
): Promise<number> {
  const until = Date.now() + createTimeout;
  const send = (fields: TicketFields) => {
    const type = connection.ticketTypeId ? { tickettype_id: connection.ticketTypeId } : {};
    const create = (halopsa: Halopsa) => halopsa.createTicket({ ...text, ...type, ...fields });
    return withHalopsa(app, em, connection, create, until);
  };
  const fields = await resolveFields(app, em, connection, settings, { until });
  try {
    return await send(fields);
  } catch (error) {
    if (!isRejection(error)) throw error;
    const refreshed = await resolveFields(app, em, connection, settings, { until, fresh: true });
    if (JSON.stringify(refreshed) === JSON.stringify(fields)) throw refusedBy(error, settings);
    return await send(refreshed).catch((again: unknown) => {
      throw isRejection(again) ? refusedBy(again, settings) : again;
    });
  }
}

function isRejection(error: unknown): error is HalopsaError {
  return error instanceof HalopsaError && error.problem === 'refused';
}

async function resolveFields(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  settings: TicketSettings,
  { until, fresh = false }: ListRequest,
): Promise<TicketFields> {
  const { clientId, siteId } = settings;
  const lists: TenantLists = {
    ...(clientId !== null && { clients: await listOf(app, em, connection, 'clients', { fresh, until }) }),
    ...(clientId !== null &&
      siteId !== null && { sites: await listOf(app, em, connection, `sites:${clientId}`, { fresh, until }) }),
    categories: await listOf(app, em, connection, 'categories', { fresh, until }),
    priorities: await listOf(app, em, connection, 'priorities', { fresh, until }),
  };
  const found = resolveSettings(settings, lists);
  if ('fields' in found) return found.fields;
  // The cached list may be a day old, so don't ask anyone to fix a choice that still exists.
  if (!fresh) return resolveFields(app, em, connection, settings, { until, fresh: true });
  throw new HalopsaError('missing', found.problem);
}

function refusedBy({ message, status }: HalopsaError, { from }: TicketSettings): HalopsaError {
  const repair = `Check the ticket type on the HaloPSA page and the choices in ${from}, then try again.`;
  return new HalopsaError(
    'refused',
    `HaloPSA rejected the ticket: ${message.replace(/\.?$/, '.')} ${repair}`,
    {
      status,
    },
  );
}

/**
 * Creates a real ticket marked as a test. `subject` replaces an alert's message. Never throws for HaloPSA
 * errors.
 */
export async function openTestTicket(
  app: App,
  em: EntityManager,
  teamId: string,
  settings: TicketSettings,
  subject: string,
): Promise<HalopsaTicketTest> {
  const connection = await connectionOf(em, teamId);
  if (!connection) return { success: false, message: notConfigured };
  const reference = referenceOf(randomUUID());
  try {
    const id = await createOrFind(app, em, connection, settings, subject, reference);
    const url = ticketUrl(connection.resourceServer, id);
    return { success: true, message: `Created test ticket ${id} in HaloPSA: ${url}`, ticketUrl: url };
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    return { success: false, message: error.message };
  }
}

async function createOrFind(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  settings: TicketSettings,
  subject: string,
  reference: string,
): Promise<number> {
  const details = [
    `This is a test ticket with the settings of ${settings.from}. Nothing is wrong. Please close it.`,
    '',
    subject,
    `Reference: ${reference}`,
  ].join('\n');
  const text = { summary: summaryOf(`[Test] ${subject}`, reference), details };
  try {
    return await createTicket(app, em, connection, settings, text);
  } catch (error) {
    if (!(error instanceof HalopsaError) || !error.mayHaveHappened) throw error;
    const found = await withHalopsa(app, em, connection, (halopsa) => halopsa.findTicket(reference));
    if (found === undefined) throw error;
    return found;
  }
}
