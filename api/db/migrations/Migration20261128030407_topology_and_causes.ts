import { Migration } from '@mikro-orm/migrations';

export class Migration20261128030407_topology_and_causes extends Migration {
  override name = 'Migration20261128030407_topology_and_causes';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "uplink_change" ("id" uuid not null default gen_random_uuid(), "controller_id" uuid not null, "host_id" text not null, "mac" text not null, "at" timestamptz not null, "from_mac" text not null, "from_port" int null, "to_mac" text not null, "to_port" int null, primary key ("id"));`,
    );
    this.addSql(`create index "uplink_change_at_index" on "uplink_change" ("at");`);
    this.addSql(
      `create index "uplink_change_controller_id_host_id_at_index" on "uplink_change" ("controller_id", "host_id", "at");`,
    );

    this.addSql(
      `create table "affected_device" ("alert_id" uuid not null, "mac" text not null, "name" text not null, "since" timestamptz not null, "until" timestamptz null, primary key ("alert_id", "mac"));`,
    );

    this.addSql(
      `alter table "device" add "uplink_kind" text null, add "uplink_source" text null, add "uplink_seen_at" timestamptz null;`,
    );

    this.addSql(`alter table "alert_rule" add "fold" boolean not null default true;`);

    this.addSql(`alter table "alert" drop constraint "alert_resolution_check";`);
    this.addSql(`alter table "alert" add "affected_count" int null, add "cause_alert_id" uuid null;`);
    this.addSql(
      `alter table "alert" add constraint "alert_cause_alert_id_foreign" foreign key ("cause_alert_id") references "alert" ("id") on delete set null;`,
    );
    this.addSql(`create index "alert_cause_alert_id_index" on "alert" ("cause_alert_id");`);
    this.addSql(
      `alter table "alert" add constraint "alert_resolution_check" check ("resolution" in ('recovered', 'removed', 'no_longer_watched', 'folded'));`,
    );

    this.addSql(
      `alter table "pending_condition" add "cause_alert_id" uuid null, add "released_at" timestamptz null;`,
    );
    this.addSql(
      `alter table "pending_condition" add constraint "pending_condition_cause_alert_id_foreign" foreign key ("cause_alert_id") references "alert" ("id") on delete set null;`,
    );
    this.addSql(
      `create index "pending_condition_cause_alert_id_index" on "pending_condition" ("cause_alert_id");`,
    );

    this.addSql(
      `alter table "uplink_change" add constraint "uplink_change_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "affected_device" add constraint "affected_device_alert_id_foreign" foreign key ("alert_id") references "alert" ("id") on delete cascade;`,
    );

    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'flapping', 'calm', 'disturbed', 'stable', 'escalated', 'eased', 'changed', 'resolved', 'folded', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'maintenance_started', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "uplink_change" cascade;`);
    this.addSql(`drop table if exists "affected_device" cascade;`);

    this.addSql(`alter table "alert" drop constraint "alert_cause_alert_id_foreign";`);

    this.addSql(
      `alter table "pending_condition" drop constraint "pending_condition_cause_alert_id_foreign";`,
    );

    this.addSql(`drop index "alert_cause_alert_id_index";`);
    this.addSql(`alter table "alert" drop constraint "alert_resolution_check";`);
    this.addSql(`alter table "alert" drop column "affected_count", drop column "cause_alert_id";`);
    this.addSql(
      `alter table "alert" add constraint "alert_resolution_check" check ("resolution" in ('recovered', 'removed', 'no_longer_watched'));`,
    );

    this.addSql(`alter table "alert_rule" drop column "fold";`);

    this.addSql(
      `alter table "device" drop column "uplink_kind", drop column "uplink_source", drop column "uplink_seen_at";`,
    );

    this.addSql(`drop index "pending_condition_cause_alert_id_index";`);
    this.addSql(`alter table "pending_condition" drop column "cause_alert_id", drop column "released_at";`);

    this.addSql(`alter table "alert_entry" drop constraint "alert_entry_kind_check";`);
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('noticed', 'held', 'raised', 'flapping', 'calm', 'disturbed', 'stable', 'escalated', 'eased', 'changed', 'resolved', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'maintenance_started', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );
  }
}
