import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { withHalopsa } from './connection.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import type { Halopsa } from './halopsa.ts';
import { listOf, type Wanted } from './lists.service.ts';
import { fieldsFor, type TenantLists, type WishedFields } from './ticket-fields.ts';
import type { TicketWish } from './ticket-wish.ts';

/** Milliseconds that reading what is chosen from, and opening the ticket, may take. */
const patience = 60_000;

/**
 * Opens a ticket. A refusal may come of lists that have changed since they were read: they are read anew, and it is
 * tried once more where that changes anything.
 * @returns its number. @throws HalopsaError, which names what vanished
 */
export async function createTicket(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  wish: TicketWish,
  text: { summary: string; details: string },
): Promise<number> {
  const until = Date.now() + patience;
  const send = (fields: WishedFields) => {
    const type = connection.ticketTypeId ? { tickettype_id: connection.ticketTypeId } : {};
    const create = (halopsa: Halopsa) => halopsa.createTicket({ ...text, ...type, ...fields });
    return withHalopsa(app, em, connection, create, until);
  };
  const fields = await wishedFields(app, em, connection, wish, { until });
  try {
    return await send(fields);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const anew = await wishedFields(app, em, connection, wish, { until, fresh: true });
    if (JSON.stringify(anew) === JSON.stringify(fields)) throw refusedBy(error, wish);
    return await send(anew).catch((again: unknown) => {
      throw isRefusal(again) ? refusedBy(again, wish) : again;
    });
  }
}

function isRefusal(error: unknown): error is HalopsaError {
  return error instanceof HalopsaError && error.problem === 'refused';
}

async function wishedFields(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  wish: TicketWish,
  { until, fresh = false }: Wanted,
): Promise<WishedFields> {
  const { clientId, siteId } = wish;
  const lists: TenantLists = {
    ...(clientId !== null && { clients: await listOf(app, em, connection, 'clients', { fresh, until }) }),
    ...(clientId !== null &&
      siteId !== null && { sites: await listOf(app, em, connection, `sites:${clientId}`, { fresh, until }) }),
    categories: await listOf(app, em, connection, 'categories', { fresh, until }),
    priorities: await listOf(app, em, connection, 'priorities', { fresh, until }),
  };
  const found = fieldsFor(wish, lists);
  if ('fields' in found) return found.fields;
  // The list may be a day old: nobody is told to repair what is there.
  if (!fresh) return wishedFields(app, em, connection, wish, { until, fresh: true });
  throw new HalopsaError('missing', found.problem);
}

function refusedBy({ message, status }: HalopsaError, { from }: TicketWish): HalopsaError {
  const repair = `Check the ticket type on the HaloPSA page and the choices in ${from}, then try again.`;
  return new HalopsaError(
    'refused',
    `HaloPSA refused the ticket: ${message.replace(/\.?$/, '.')} ${repair}`,
    {
      status,
    },
  );
}
