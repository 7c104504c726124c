import { Migration } from '@mikro-orm/migrations';

export class Migration20261126223123_maintenance_for_alerts extends Migration {
  override name = 'Migration20261126223123_maintenance_for_alerts';

  override up(): void | Promise<void> {
    this.addSql(`alter table "planned_work" add "places" jsonb not null default '[]';`);

    this.addSql(`alter table "maintenance_window" add "places" jsonb not null default '[]';`);

    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'flapping', 'calm', 'disturbed', 'stable', 'escalated', 'eased', 'changed', 'resolved', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'maintenance_started', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'flapping', 'calm', 'disturbed', 'stable', 'escalated', 'eased', 'changed', 'resolved', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );

    this.addSql(`alter table "maintenance_window" drop column "places";`);

    this.addSql(`alter table "planned_work" drop column "places";`);
  }
}
