import { Migration } from '@mikro-orm/migrations';

/** A kind of line and a mark of tickets that nothing wrote or read. */
export class Migration20261120202900_unwritten extends Migration {
  override name = 'Migration20261120202900_unwritten';

  override up(): void | Promise<void> {
    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'flapping', 'calm', 'disturbed', 'stable', 'changed', 'resolved', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );
    this.addSql(`alter table "halopsa_ticket" drop column "recovered";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "halopsa_ticket" add "recovered" boolean not null default false;`);
    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'reopened', 'flapping', 'calm', 'disturbed', 'stable', 'changed', 'resolved', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );
  }
}
