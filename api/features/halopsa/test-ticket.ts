import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { HalopsaTicketTest } from './choices.ts';
import { connectionOf, notConfigured, withHalopsa } from './connection.ts';
import { createTicket } from './create-ticket.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import { referenceOf, summaryOf, ticketUrl } from './ticket-text.ts';
import type { TicketWish } from './ticket-wish.ts';

/** Opens a real ticket that says that it is a test; `subject` is what an alert's message would be. Never throws for HaloPSA. */
export async function openTestTicket(
  app: App,
  em: EntityManager,
  teamId: string,
  wish: TicketWish,
  subject: string,
): Promise<HalopsaTicketTest> {
  const connection = await connectionOf(em, teamId);
  if (!connection) return { success: false, message: notConfigured };
  const reference = referenceOf(randomUUID());
  try {
    const id = await create(app, em, connection, wish, subject, reference);
    const url = ticketUrl(connection.resourceServer, id);
    return { success: true, message: `Test ticket ${id} was opened in HaloPSA: ${url}`, ticketUrl: url };
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    return { success: false, message: error.message };
  }
}

async function create(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  wish: TicketWish,
  subject: string,
  reference: string,
): Promise<number> {
  const details = [
    `This is a test, as ${wish.from} would open a ticket. Nothing is wrong; please close it.`,
    '',
    subject,
    `Reference: ${reference}`,
  ].join('\n');
  const text = { summary: summaryOf(`[Test] ${subject}`, reference), details };
  try {
    return await createTicket(app, em, connection, wish, text);
  } catch (error) {
    if (!(error instanceof HalopsaError) || !error.mayHaveHappened) throw error;
    const found = await withHalopsa(app, em, connection, (halopsa) => halopsa.findTicket(reference));
    if (found === undefined) throw error;
    return found;
  }
}
