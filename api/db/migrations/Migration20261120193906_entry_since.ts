import { Migration } from '@mikro-orm/migrations';

export class Migration20261120193906_entry_since extends Migration {
  override name = 'Migration20261120193906_entry_since';

  override up(): void | Promise<void> {
    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(`alter table "alert_entry" add "since" timestamptz null;`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'reopened', 'flapping', 'calm', 'disturbed', 'stable', 'changed', 'resolved', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(`alter table "alert_entry" drop column "since";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('raised', 'reopened', 'flapping', 'calm', 'disturbed', 'stable', 'changed', 'resolved', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );
  }
}
