import { tables } from '#api/db/tables.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, NotFound } from '#api/lib/errors.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { record } from '../../audit/audit.service.ts';
import { addLinkedCustomers } from '../../customers/customers.service.ts';
import { assignEach } from '../../sites/site-changes.service.ts';
import { withLockedTeam } from '../../teams/lock-team.store.ts';
import type { Choice } from '../client/halopsa-responses.ts';
import { connectionOf, notConfigured } from '../connection.store.ts';
import { cachedList, clientsToImport } from '../lists.service.ts';
import type { HalopsaImportChoice, HalopsaImportPage } from './customer-import.input.ts';
import {
  HalopsaImportAction,
  planImport,
  type HalopsaImportPreview,
  type HalopsaImportResult,
  type HalopsaImportRow,
  type ImportSource,
} from './import-plan.ts';
import { nameKey } from './name-match.ts';

/**
 * What importing the clients would do. `null` if HaloPSA isn't configured.
 * @throws Unavailable or TooMany if the clients can't be read
 */
export async function halopsaImport(
  ctx: ViewerContext,
  { first, skip }: HalopsaImportPage,
): Promise<HalopsaImportPreview | null> {
  const list = await clientsToImport(ctx);
  if (!list) return null;
  const source = await sourceOf(ctx, list.rows);
  const rows = planImport(source);
  const { truncated: isTruncated, readAt } = list;
  return { rows: rows.slice(skip, skip + first), count: rows.length, isTruncated, readAt };
}

/**
 * Adds and links the chosen customers, and assigns the chosen sites, all or nothing. What is already so stays: the same
 * request can be repeated.
 * @throws Conflict if a row no longer proposes what was confirmed, NotFound for another team's site
 */
export function importHalopsaClients(
  ctx: ViewerContext,
  chosen: readonly HalopsaImportChoice[],
): Promise<HalopsaImportResult> {
  checkChoices(chosen);
  return withLockedTeam(ctx, 'manage', async (own) => {
    const { em, viewer } = own;
    const connection = await connectionOf(em, viewer.team.id);
    const list = connection && (await cachedList(em, connection, 'clients'));
    if (!list) throw new Conflict(notConfigured);
    const source = await sourceOf(own, list.rows);
    const rows = dueRows(source, chosen);
    chargeRows(own, rows.length);
    const added = await addLinkedCustomers(
      own,
      rows.map(({ row }) => ({
        id: row.customerId,
        name: row.customerName,
        clientId: row.clientId,
        clientName: row.clientName,
      })),
    );
    const assigned = await assignEach(
      own,
      new Map(rows.flatMap(({ row, siteIds }) => siteIds.map((id) => [id, added.get(row.clientId)!]))),
    );
    const namesOf = (action: HalopsaImportAction) =>
      rows.flatMap(({ row }) => (row.action === action ? [row.customerName] : []));
    const [created, linked] = [namesOf(HalopsaImportAction.create), namesOf(HalopsaImportAction.link)];
    const result = { created: created.length, linked: linked.length, assigned };
    if (rows.length > 0) {
      const after = { created: inShort(created), linked: inShort(linked), sitesAssigned: assigned };
      const subject = counted(rows.length, 'client');
      await record(em, own, { action: 'customer.import', subject, subjectId: null, after });
    }
    return result;
  });
}

/** @throws Invalid for a client that is chosen twice */
function checkChoices(chosen: readonly HalopsaImportChoice[]): void {
  const ids = new Set(chosen.map(({ clientId }) => clientId));
  if (ids.size < chosen.length) throw new Invalid({ rows: 'Choose each client once' });
}

type Due = { row: HalopsaImportRow; siteIds: readonly string[] };

/** The chosen rows that aren't done yet. @throws Conflict for one that has changed since the preview */
function dueRows(source: ImportSource, chosen: readonly HalopsaImportChoice[]): Due[] {
  const rows = new Map(planImport(source).map((row) => [row.clientId, row]));
  const customerOf = new Map(source.sites.map(({ id, customerId }) => [id, customerId]));
  const due: Due[] = [];
  const changed: string[] = [];
  for (const { clientId, stamp, siteIds } of chosen) {
    if (!siteIds.every((id) => isId(id) && customerOf.has(id))) throw new NotFound('Site');
    const row = rows.get(clientId);
    const isLinked = row?.action === HalopsaImportAction.linked;
    if (isLinked && siteIds.every((id) => customerOf.get(id) === row.customerId)) continue;
    const proposed = new Set(row?.sites.map(({ id }) => id));
    if (row?.stamp !== stamp || !siteIds.every((id) => proposed.has(id)))
      changed.push(row ? `“${row.clientName}”` : `client ${clientId}`);
    else if (row.action === HalopsaImportAction.taken)
      throw new Conflict(
        `“${row.customerName}” is already linked to another client. Change that customer first.`,
      );
    else due.push({ row, siteIds });
  }
  checkNames(due);
  if (changed.length > 0)
    throw new Conflict(`${inWords(changed)} changed since the preview. Review the new preview, then import.`);
  return due;
}

/** @throws Invalid for two clients that would be the same customer */
function checkNames(due: readonly Due[]): void {
  const seen = new Set<string>();
  for (const { row } of due) {
    const key = row.customerId ?? nameKey(row.customerName);
    if (seen.has(key)) throw new Invalid({ rows: `Choose one of the clients named “${row.clientName}”` });
    seen.add(key);
  }
}

/** Compares every client with every customer and site, so it charges for all of them. */
async function sourceOf(ctx: ViewerContext, clients: readonly Choice[]): Promise<ImportSource> {
  const { em, viewer } = ctx;
  const { customer, team_site: site } = tables;
  const customers = await queryRows(
    em,
    { id: customer.id, name: customer.name, haloClientId: customer.halo_client_id },
    `select id, name, halo_client_id as "haloClientId" from customer where team_id = ? order by lower(name), id`,
    [viewer.team.id],
  );
  const sites = await queryRows(
    em,
    { id: site.id, name: site.name, customerId: site.customer_id },
    `select id, name, customer_id as "customerId" from team_site
      where team_id = ? and controller_id is not null order by lower(name), id`,
    [viewer.team.id],
  );
  chargeRows(ctx, clients.length + customers.length + sites.length, rowsPerPoint.summedUp);
  return { clients, customers, sites };
}

/** Names that the audit log keeps. The rest is counted. */
const mostNames = 100;

const inShort = (names: readonly string[]): string[] => [
  ...names.slice(0, mostNames),
  ...(names.length > mostNames ? [`and ${names.length - mostNames} more`] : []),
];

const inWords = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
