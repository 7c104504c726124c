import { Migration } from '@mikro-orm/migrations';

export class Migration20261128102700_linked_tickets extends Migration {
  override name = 'Migration20261128102700_linked_tickets';

  override up(): void | Promise<void> {
    this.addSql(`alter table "halopsa_connection" add "ticket_per_client" boolean not null default false;`);

    this.addSql(`alter table "halopsa_ticket" drop constraint "halopsa_ticket_alert_id_unique";`);
    this.addSql(`alter table "halopsa_ticket" add "linked_client_id" int null;`);
    this.addSql(
      `create unique index "halopsa_ticket_of_client" on "halopsa_ticket" ("alert_id", coalesce("linked_client_id", 0));`,
    );

    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'flapping', 'calm', 'disturbed', 'stable', 'escalated', 'eased', 'changed', 'affected', 'resolved', 'folded', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'maintenance_started', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'flapping', 'calm', 'disturbed', 'stable', 'escalated', 'eased', 'changed', 'resolved', 'folded', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'maintenance_started', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );

    this.addSql(`alter table "halopsa_connection" drop column "ticket_per_client";`);

    this.addSql(`drop index "halopsa_ticket_of_client";`);
    this.addSql(`alter table "halopsa_ticket" drop column "linked_client_id";`);
    this.addSql(
      `alter table "halopsa_ticket" add constraint "halopsa_ticket_alert_id_unique" unique ("alert_id");`,
    );
  }
}
