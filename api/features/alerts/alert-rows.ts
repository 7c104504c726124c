import type { EntityManager, QBFilterQuery } from '@mikro-orm/postgresql';
import { Alert } from './alert.entity.ts';

/** A row as the database has it: of whom it belongs to, the ids. */
type Row = Omit<Alert, 'controller' | 'rule' | 'acknowledgedBy' | 'snoozer'> &
  Record<'controller', string> &
  Record<'rule' | 'acknowledgedBy' | 'snoozer', string | null>;

/**
 * Alerts to be shown, those that were raised last first. Plain rows: entities, which watch themselves for changes, cost
 * several times as much, and a controller may have a thousand open alerts.
 */
export async function readAlerts(em: EntityManager, where: QBFilterQuery<Alert, 'a'>): Promise<Alert[]> {
  const rows = await em
    .createQueryBuilder(Alert, 'a')
    .select('*')
    .where(where)
    .orderBy({ timestamp: 'desc', id: 'desc' })
    .execute<Row[]>('all');
  return rows.map(shown);
}

/** With what an entity works out when it is asked. */
function shown(row: Row): Alert {
  return {
    ...row,
    controllerId: row.controller,
    ruleId: row.rule,
    acknowledgedById: row.acknowledgedBy,
    snoozedById: row.snoozer,
  } as object as Alert;
}
