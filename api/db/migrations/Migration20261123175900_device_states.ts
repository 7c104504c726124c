import { Migration } from '@mikro-orm/migrations';

const statuses = ['pending', 'online', 'offline', 'error'];
const types = [
  'device_offline',
  'high_cpu',
  'high_memory',
  'low_disk',
  'high_bandwidth',
  'port_down',
  'client_disconnect',
  'console_offline',
];
const entries = [
  'noticed',
  'held',
  'raised',
  'flapping',
  'calm',
  'disturbed',
  'stable',
  'changed',
  'resolved',
  'acknowledged',
  'unacknowledged',
  'snoozed',
  'unsnoozed',
  'reminded',
  'maintenance',
  'ticket_opened',
  'ticket_noted',
  'ticket_closed',
  'ticket_failed',
];
const kinds = ['opened', 'resolved', 'flapping', 'stable', 'reminder', 'summary'];

/** Devices can be impaired and say why; their alerts can escalate; a controller's state can be unknown. */
export class Migration20261123175900_device_states extends Migration {
  override name = 'Migration20261123175900_device_states';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "device" add column "state_reason" text null, add column "reported_state" text null;`,
    );
    this.#allow('controller', 'status', statuses.toSpliced(3, 0, 'unknown'));
    this.#allow('alert', 'type', types.toSpliced(7, 0, 'device_impaired'));
    this.#allow('alert_entry', 'kind', entries.toSpliced(7, 0, 'escalated', 'eased'));
    this.#allow('delivery', 'kind', kinds.toSpliced(1, 0, 'escalated'));
  }

  override down(): void | Promise<void> {
    this.addSql(`update "delivery" set "kind" = 'opened' where "kind" = 'escalated';`);
    this.addSql(`update "alert_entry" set "kind" = 'changed' where "kind" in ('escalated', 'eased');`);
    this.addSql(`update "alert" set "type" = 'device_offline' where "type" = 'device_impaired';`);
    this.addSql(`update "controller" set "status" = 'error' where "status" = 'unknown';`);
    this.#allow('delivery', 'kind', kinds);
    this.#allow('alert_entry', 'kind', entries);
    this.#allow('alert', 'type', types);
    this.#allow('controller', 'status', statuses);
    this.addSql(`alter table "device" drop column "state_reason", drop column "reported_state";`);
  }

  #allow(table: string, column: string, values: string[]): void {
    const name = `${table}_${column}_check`;
    this.addSql(`alter table "${table}" drop constraint "${name}";`);
    const list = values.map((value) => `'${value}'`).join(', ');
    this.addSql(`alter table "${table}" add constraint "${name}" check ("${column}" in (${list}));`);
  }
}
