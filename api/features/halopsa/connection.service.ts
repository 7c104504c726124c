import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, type FieldErrors } from '#api/lib/errors.ts';
import { addJob } from '#api/jobs/queue.ts';
import { sealFor } from '#api/security/secrets.ts';
import type { App } from '#api/config/app.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { record } from '../audit/audit.service.ts';
import { lockTeamFor } from '../teams/lock-team.store.ts';
import { normalizeAddress, instanceKey, sameOrigin, HalopsaConnection } from './halopsa-connection.entity.ts';
import { type HalopsaTest, HalopsaList } from './halopsa-list.entity.ts';
import { connectionOf, notConfigured, saves, tests } from './connection.store.ts';
import type { HalopsaIntegrationInput } from './halopsa.input.ts';
import { HalopsaError, parsed, isObject, textOf } from './client/halopsa-responses.ts';
import { allowRefresh, refreshLists } from './lists.service.ts';
import { ticketQueue } from './tickets/ticket-queue.store.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { writeTransitions } from '../alerts/transition.store.ts';
import { HalopsaTicket, TicketStatus } from './tickets/halopsa-ticket.entity.ts';
import { noTicket } from './tickets/ticket-outcome.store.ts';

/** `null` if HaloPSA isn't configured. */
export function halopsaIntegration({ em, viewer }: ViewerContext): Promise<HalopsaConnection | null> {
  return connectionOf(em, viewer.team.id);
}

/** Connects the team's HaloPSA or changes its settings, and refreshes its lists. @throws Invalid or TooMany */
export async function saveHalopsaIntegration(
  ctx: ViewerContext,
  input: HalopsaIntegrationInput,
): Promise<HalopsaConnection> {
  const authServer = normalizeAddress(input.authServer, 'auth');
  const resourceServer = normalizeAddress(input.resourceServer, 'api');
  checkAddresses(ctx, input);
  checkAddresses(ctx, { authServer, resourceServer });
  await ctx.app.attempts.take(saves, ctx.viewer.team.id);
  const tenant = await tenantFor(ctx, input, { authServer, resourceServer });
  const fields = { ...fieldsOf(input), authServer, resourceServer, ...tenantField(tenant) };
  const saved = await ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, 'manage');
      const before = await connectionOf(em, ctx.viewer.team.id);
      const secret = secretOf(input, before, { authServer, resourceServer });
      const connection = before ?? em.assign(new HalopsaConnection(), { team: ctx.viewer.team });
      const was = before ? audited(before) : {};
      if (before && isOther(before, fields)) await forgetTickets(em, ctx.viewer.team.id, before);
      em.assign(connection, {
        ...fields,
        ...(secret && {
          clientSecret: sealFor(connection, 'halopsa_connection.client_secret', secret),
          clientSecretTail: secret.slice(-4),
        }),
        pausedUntil: null,
        lastFailure: null,
        lastFailureAt: null,
      });
      await em.persist(connection).flush();
      await addJob(
        em,
        'refresh-halopsa-lists',
        { teamId: ctx.viewer.team.id },
        { queueName: ticketQueue(ctx.viewer.team.id), jobKey: `halopsa-lists:${connection.id}` },
      );
      const action = before ? 'halopsa.update' : 'halopsa.connect';
      const after = { ...audited(connection), ...(secret && { clientSecret: 'replaced' }) };
      await record(em, ctx, { action, subject: 'HaloPSA', subjectId: connection.id, before: was, after });
      return connection;
    },
    { clear: true },
  );
  await allowRefresh(ctx.app, saved);
  return saved;
}

/** Existing tickets stay in HaloPSA. @throws Conflict if it isn't configured */
export function deleteHalopsaIntegration(ctx: ViewerContext): Promise<string> {
  return ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'manage');
    const connection = await connectionOf(em, ctx.viewer.team.id);
    if (!connection) throw new Conflict(notConfigured);
    const { id } = connection;
    const before = audited(connection);
    await forgetTickets(em, ctx.viewer.team.id, connection);
    await em.remove(connection).flush();
    await record(em, ctx, { action: 'halopsa.disconnect', subject: 'HaloPSA', subjectId: id, before });
    return id;
  });
}

/** Reads everything that tickets need. A failure is a result, not an error. @throws TooMany */
export async function testHalopsaIntegration({ em, viewer, app }: ViewerContext): Promise<HalopsaTest> {
  const connection = await connectionOf(em, viewer.team.id);
  if (!connection) return { success: false, message: notConfigured };
  await app.attempts.take(tests, viewer.team.id);
  // Ignore an earlier pause, because someone has just repaired the connection.
  connection.pausedUntil = null;
  try {
    const { clients, ticketTypes } = await refreshLists(app, em, connection);
    const found = [counted(clients.rows.length, 'client'), counted(ticketTypes.rows.length, 'ticket type')];
    return { success: true, message: `Connected to HaloPSA: ${found.join(' and ')}.` };
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    return { success: false, message: error.message };
  }
}

/** The given tenant, or else the one that the server reports. Undefined keeps the stored one. */
async function tenantFor(
  { app, em, viewer }: ViewerContext,
  { tenant }: HalopsaIntegrationInput,
  { authServer, resourceServer }: Servers,
): Promise<string | null | undefined> {
  if (tenant !== undefined) return tenant;
  const stored = await connectionOf(em.fork(), viewer.team.id);
  if (stored?.resourceServer === resourceServer) return undefined;
  const found = await discoverTenant(app, resourceServer);
  return found ?? (stored?.authServer === authServer ? undefined : null);
}

type Servers = Pick<HalopsaConnection, 'authServer' | 'resourceServer'>;

/** URLs as typed, and normalized. @throws Invalid */
function checkAddresses({ app }: ViewerContext, { authServer, resourceServer }: Servers): void {
  const addresses = Object.entries({ authServer, resourceServer });
  const problems = addresses.map(([field, address]) => [field, app.outbound.problem(address.trim())]);
  const found = problems.filter(([, problem]) => problem !== undefined);
  if (found.length > 0) throw new Invalid(Object.fromEntries(found) as FieldErrors);
}

/** The stored secret is only sent to its own server. A new server needs it again. @throws Invalid */
function secretOf(
  { clientSecret }: HalopsaIntegrationInput,
  before: HalopsaConnection | null,
  { authServer, resourceServer }: Servers,
): string | undefined {
  const secret = clientSecret?.trim();
  if (secret) return secret;
  const isSame =
    before && sameOrigin(before.authServer, authServer) && sameOrigin(before.resourceServer, resourceServer);
  if (!isSame) throw new Invalid({ clientSecret: 'Client Secret is required' });
  return undefined;
}

/** Omitted fields keep their value. */
function fieldsOf({ clientId, scope, ...input }: HalopsaIntegrationInput): Partial<HalopsaConnection> {
  const { ticketTypeId, resolvedStatusId, closesTickets, ticketPerClient } = input;
  return {
    clientId: clientId.trim(),
    ...(scope?.trim() && { scope: scope.trim().replace(/ +/g, ' ') }),
    ...(ticketTypeId !== undefined && { ticketTypeId }),
    ...(resolvedStatusId !== undefined && { resolvedStatusId }),
    ...(closesTickets != null && { closesTickets }),
    ...(ticketPerClient != null && { ticketPerClient }),
  };
}

function tenantField(tenant: string | null | undefined): Partial<HalopsaConnection> {
  return tenant === undefined ? {} : { tenant: tenant?.trim() || null };
}

function isOther(before: HalopsaConnection, after: Partial<HalopsaConnection>): boolean {
  const tenant = after.tenant === undefined ? before.tenant : after.tenant;
  return instanceKey(before) !== instanceKey({ ...before, ...after, tenant });
}

function audited({ authServer, resourceServer, tenant, clientId, scope, ...more }: HalopsaConnection) {
  const { ticketTypeId, resolvedStatusId, closesTickets, ticketPerClient } = more;
  const reach = { authServer, resourceServer, tenant: tenant ?? null, clientId, scope };
  return {
    ...reach,
    ticketTypeId: ticketTypeId ?? null,
    resolvedStatusId: resolvedStatusId ?? null,
    closesTickets,
    ticketPerClient,
  };
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Tenant that the server reports without a token. `null` if it reports none. */
export async function discoverTenant(
  { outbound }: Pick<App, 'outbound'>,
  resourceServer: string,
): Promise<string | null> {
  try {
    const { status, text } = await outbound.call(`${resourceServer}/authinfo`, { timeoutMs: 4000 });
    const body = status === 200 ? parsed(text) : undefined;
    const tenant = isObject(body) ? textOf(body['tenant_id']) : '';
    return /^[\w.-]{1,100}$/.test(tenant) ? tenant : null;
  } catch {
    // The connection test reports problems with the URL.
    return null;
  }
}

/**
 * IDs differ in another HaloPSA, so forget this one's lists and tickets, within the caller's transaction and
 * the team's lock. Open alerts get a new ticket when they next reopen, not all at once.
 */
export async function forgetTickets(
  em: EntityManager,
  teamId: string,
  connection: HalopsaConnection,
): Promise<void> {
  await em.nativeDelete(HalopsaList, { connection });
  const reason = 'This ticket is in the previously connected HaloPSA.';
  const left = { status: TicketStatus.closed, reason, ...noTicket };
  await em.nativeUpdate(HalopsaTicket, { team: teamId, ticketId: { $ne: null } }, left);
  const where = { team: teamId, resolvedAt: null, ticketId: { $ne: null } };
  const alerts = await em.find(Alert, where, { disableIdentityMap: true });
  if (alerts.length === 0) return;
  await em.nativeUpdate(Alert, where, { ticketId: null, ticketUrl: null });
  const at = new Date();
  const lines = alerts.map(({ id, ticketId }) => ({
    alertId: id,
    kind: AlertEntryKind.ticket_closed,
    at,
    detail: `HaloPSA ticket ${ticketId} will no longer be updated, because it is in the previously connected HaloPSA`,
  }));
  await writeTransitions(em, teamId, lines);
  const changed = alerts.map(({ id: alertId, controllerId }) => {
    return { kind: AlertChangeKind.changed, alertId, controllerId };
  });
  await appendEvents(em, teamId, changed);
}
