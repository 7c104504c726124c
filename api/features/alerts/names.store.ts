import type { EntityManager } from '@mikro-orm/postgresql';
import { text } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';

/** What rules and saved views refer to. */
type NamedKind = 'customer' | 'site' | 'controller' | 'device';

/** “customer ID”, “site hostId”, “controller ID”, “device MAC” */
export const nameKey = (kind: NamedKind, id: string): string => `${kind} ${id}`;

/** Names of what a team has, by `nameKey`, in one statement. A device that moved to another console has its current name. */
export async function namesByKey(
  em: EntityManager,
  teamId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const valuesOf = (kind: NamedKind) => {
    const start = nameKey(kind, '');
    const ids = keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
    const hasUuids = kind === 'customer' || kind === 'controller';
    return [teamId, JSON.stringify(hasUuids ? ids.filter(isId) : ids)];
  };
  const listed = 'select json_array_elements_text(?::json)';
  const rows = await queryRows(
    em,
    { key: text, name: text },
    `select 'customer ' || id as key, name from customer where team_id = ? and id::text in (${listed})
     union all
     select 'site ' || host_id, name from team_site where team_id = ? and host_id in (${listed})
     union all
     select 'controller ' || id, name from controller where team_id = ? and id::text in (${listed})
     union all
     (select distinct on (d.mac) 'device ' || d.mac, d.name from device d join controller c on c.id = d.controller_id
       where c.team_id = ? and d.mac in (${listed}) order by d.mac, d.left_at desc nulls first)`,
    (['customer', 'site', 'controller', 'device'] as const).flatMap(valuesOf),
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}
