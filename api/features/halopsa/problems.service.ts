import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { failureOf } from './connection.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaList } from './halopsa-list.entity.ts';
import type { ListName } from './lists.service.ts';
import type { Choice, Choices } from './halopsa.ts';
import { missingOf } from './ticket-fields.ts';
import { wishOfController, wishOfRule } from './ticket-wish.ts';

/** What keeps tickets from being opened as they are wanted, as far as is known without asking HaloPSA. */
export async function problemsOf(
  { em, viewer }: CustomerContext,
  connection: HalopsaConnection,
): Promise<string[]> {
  const wanted = { team: viewer.team, haloEnabled: true };
  const wishes = [
    ...(await em.find(AlertRule, wanted, { orderBy: { name: 'asc' } })).map(wishOfRule),
    ...(await em.find(Controller, wanted, { orderBy: { name: 'asc' } })).map(wishOfController),
  ];
  const lists = await cachedLists(em, connection);
  const problems = [failureOf(connection) ?? ''];
  for (const wish of wishes) {
    const gone = missingOf(wish, {
      clients: lists.get('clients'),
      sites: lists.get(`sites:${wish.clientId ?? 0}`),
      categories: lists.get('categories'),
    });
    if (gone) problems.push(gone);
  }
  for (const [name, what] of Object.entries(named)) {
    if (lists.get(name as ListName)?.truncated)
      problems.push(`HaloPSA has more ${what} than could be read: some are not listed.`);
  }
  return problems.filter(Boolean);
}

/** The lists that everybody chooses from, in words. */
const named: Partial<Record<ListName, string>> = {
  clients: 'clients',
  categories: 'categories',
  priorities: 'priorities',
  ticketTypes: 'ticket types',
  statuses: 'statuses',
};

/** All lists of a connection as they were last read. */
async function cachedLists(
  em: EntityManager,
  connection: HalopsaConnection,
): Promise<Map<ListName, Choices>> {
  const rows = await em.find(HalopsaList, { connection }, { disableIdentityMap: true });
  return new Map(
    rows.map(({ name, rows, truncated }) => [name as ListName, { rows: rows as Choice[], truncated }]),
  );
}
