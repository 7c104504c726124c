import { Migration } from '@mikro-orm/migrations';

export class Migration20261120192308_telling extends Migration {
  override name = 'Migration20261120192308_telling';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "email_settings" ("id" smallint not null, "provider" text not null default 'sendgrid', "api_key" text null, "api_key_tail" text null, "from_email" text not null default '', "from_name" text not null default '', "is_active" boolean not null default true, "bounces_read_at" timestamptz null, primary key ("id"));`,
    );

    this.addSql(
      `create table "integration_template" ("id" uuid not null default gen_random_uuid(), "name" text not null, "type" text not null, "description" text not null default '', "icon" text not null default 'settings', "config_schema" jsonb not null, "is_active" boolean not null default true, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );

    this.addSql(
      `create table "mail_suppression" ("id" uuid not null default gen_random_uuid(), "address" text not null, "reason" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "mail_suppression" add constraint "mail_suppression_address_unique" unique ("address");`,
    );

    this.addSql(
      `create table "integration" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "type" text not null, "template_id" uuid null, "sealed" text not null, "config" jsonb not null default '{}', "is_active" boolean not null default true, "last_delivered_at" timestamptz null, "last_failure_at" timestamptz null, "last_failure" text null, "failures" int not null default 0, "failing_since" timestamptz null, "disabled_at" timestamptz null, "paused_until" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "integration_team_id_index" on "integration" ("team_id");`);
    this.addSql(`create index "integration_template_id_index" on "integration" ("template_id");`);
    this.addSql(
      `create unique index "integration_one_per_channel" on "integration" ("team_id", "type") where "template_id" is null;`,
    );

    this.addSql(
      `create table "halopsa_connection" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "auth_server" text not null, "resource_server" text not null, "tenant" text null, "client_id" text not null, "client_secret" text not null, "client_secret_tail" text not null, "scope" text not null default 'read:customers read:tickets edit:tickets', "ticket_type_id" int null, "resolved_status_id" int null, "closes_tickets" boolean not null default false, "last_worked_at" timestamptz null, "last_failure_at" timestamptz null, "last_failure" text null, "paused_until" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "halopsa_connection" add constraint "halopsa_connection_team_id_unique" unique ("team_id");`,
    );

    this.addSql(
      `create table "halopsa_list" ("id" uuid not null default gen_random_uuid(), "connection_id" uuid not null, "name" text not null, "rows" jsonb not null, "truncated" boolean not null default false, "read_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "halopsa_list" add constraint "halopsa_list_connection_id_name_unique" unique ("connection_id", "name");`,
    );

    this.addSql(
      `create table "maintenance_window" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "name" text not null, "controller_id" uuid null, "site_id" text null, "site_name" text null, "device_mac" text null, "device_name" text null, "repeats" text not null default 'once', "time_zone" text not null default 'UTC', "starts_at" text not null, "minutes" int not null, "weekdays" text[] not null default '{}', "last_day" text null, "created_by" text null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "maintenance_window_team_id_index" on "maintenance_window" ("team_id");`);
    this.addSql(
      `create index "maintenance_window_controller_id_index" on "maintenance_window" ("controller_id");`,
    );

    this.addSql(
      `create table "halopsa_ticket" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "alert_id" uuid not null, "reference" text not null, "status" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "ticket_id" int null, "wish" jsonb not null, "recovered" boolean not null default false, "opened_at" timestamptz null, "closed_at" timestamptz null, "next_check_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "halopsa_ticket_team_id_index" on "halopsa_ticket" ("team_id");`);
    this.addSql(
      `alter table "halopsa_ticket" add constraint "halopsa_ticket_alert_id_unique" unique ("alert_id");`,
    );
    this.addSql(
      `alter table "halopsa_ticket" add constraint "halopsa_ticket_reference_unique" unique ("reference");`,
    );
    this.addSql(
      `create index "halopsa_ticket_to_check" on "halopsa_ticket" ("next_check_at") where "status" = 'open';`,
    );

    this.addSql(
      `create table "alert_entry" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "alert_id" uuid not null, "at" timestamptz not null, "kind" text not null, "detail" text null, "by" text null, "until" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "alert_entry_team_id_index" on "alert_entry" ("team_id");`);
    this.addSql(`create index "alert_entry_alert_id_at_index" on "alert_entry" ("alert_id", "at");`);

    this.addSql(
      `create table "delivery" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "alert_id" uuid null, "entry_id" uuid null, "integration_id" uuid null, "channel" text not null, "recipient" text not null default '', "kind" text not null, "status" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "not_before" timestamptz null, "sent_at" timestamptz null, "reference" text null, "summary_id" uuid null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "delivery_summary_id_index" on "delivery" ("summary_id");`);
    this.addSql(
      `create index "delivery_integration_id_created_at_index" on "delivery" ("integration_id", "created_at");`,
    );
    this.addSql(
      `create index "delivery_to_send" on "delivery" ("integration_id", "created_at") where "status" in ('waiting', 'retrying', 'held');`,
    );
    this.addSql(`create index "delivery_team_id_created_at_index" on "delivery" ("team_id", "created_at");`);
    this.addSql(`create index "delivery_alert_id_index" on "delivery" ("alert_id");`);
    this.addSql(
      `alter table "delivery" add constraint "delivery_entry_id_channel_recipient_unique" unique ("entry_id", "channel", "recipient");`,
    );

    this.addSql(
      `create table "delivery_attempt" ("id" uuid not null default gen_random_uuid(), "delivery_id" uuid not null, "at" timestamptz not null default now(), "duration_ms" int not null, "status" int null, "outcome" text not null, "answer" text null, primary key ("id"));`,
    );
    this.addSql(`create index "delivery_attempt_delivery_id_index" on "delivery_attempt" ("delivery_id");`);

    this.addSql(`alter table "mail" add "unsubscribe_url" text null;`);

    this.addSql(
      `alter table "controller" add "halo_enabled" boolean not null default false, add "halo_severity_levels" text[] not null default '{critical}', add "halo_client_id" int null, add "halo_client_name" text null, add "halo_site_id" int null, add "halo_site_name" text null, add "halo_priority" int not null default 2, add "halo_category" int not null default 1, add "halo_category_name" text null;`,
    );

    this.addSql(
      `alter table "alert" add "raises" int not null default 1, add "flapping_since" timestamptz null, add "calm_since" timestamptz null, add "snoozed_until" timestamptz null, add "snoozed_by" text null, add "maintenance" text null, add "ticket_id" int null, add "ticket_url" text null;`,
    );
    this.addSql(`create index "alert_controller_id_subject_index" on "alert" ("controller_id", "subject");`);

    this.addSql(
      `alter table "integration" add constraint "integration_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "integration" add constraint "integration_template_id_foreign" foreign key ("template_id") references "integration_template" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "halopsa_connection" add constraint "halopsa_connection_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "halopsa_list" add constraint "halopsa_list_connection_id_foreign" foreign key ("connection_id") references "halopsa_connection" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "maintenance_window" add constraint "maintenance_window_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "maintenance_window" add constraint "maintenance_window_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "maintenance_window" add constraint "maintenance_window_repeats_check" check ("repeats" in ('once', 'weekly'));`,
    );

    this.addSql(
      `alter table "halopsa_ticket" add constraint "halopsa_ticket_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "halopsa_ticket" add constraint "halopsa_ticket_alert_id_foreign" foreign key ("alert_id") references "alert" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "halopsa_ticket" add constraint "halopsa_ticket_status_check" check ("status" in ('waiting', 'unknown', 'open', 'closed', 'failed'));`,
    );

    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_alert_id_foreign" foreign key ("alert_id") references "alert" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "alert_entry" add constraint "alert_entry_kind_check" check ("kind" in ('raised', 'reopened', 'flapping', 'calm', 'disturbed', 'stable', 'changed', 'resolved', 'acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'reminded', 'maintenance', 'ticket_opened', 'ticket_noted', 'ticket_closed', 'ticket_failed'));`,
    );

    this.addSql(
      `alter table "delivery" add constraint "delivery_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "delivery" add constraint "delivery_alert_id_foreign" foreign key ("alert_id") references "alert" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "delivery" add constraint "delivery_entry_id_foreign" foreign key ("entry_id") references "alert_entry" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "delivery" add constraint "delivery_integration_id_foreign" foreign key ("integration_id") references "integration" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "delivery" add constraint "delivery_summary_id_foreign" foreign key ("summary_id") references "delivery" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "delivery" add constraint "delivery_channel_check" check ("channel" in ('email', 'slack', 'teams', 'discord', 'webhook'));`,
    );
    this.addSql(
      `alter table "delivery" add constraint "delivery_kind_check" check ("kind" in ('opened', 'resolved', 'flapping', 'stable', 'reminder', 'summary'));`,
    );
    this.addSql(
      `alter table "delivery" add constraint "delivery_status_check" check ("status" in ('waiting', 'retrying', 'held', 'sent', 'accepted', 'failed', 'skipped', 'summarised'));`,
    );

    this.addSql(
      `alter table "delivery_attempt" add constraint "delivery_attempt_delivery_id_foreign" foreign key ("delivery_id") references "delivery" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "integration" drop constraint "integration_template_id_foreign";`);
    this.addSql(`alter table "delivery" drop constraint "delivery_integration_id_foreign";`);
    this.addSql(`alter table "halopsa_list" drop constraint "halopsa_list_connection_id_foreign";`);
    this.addSql(`alter table "delivery" drop constraint "delivery_entry_id_foreign";`);
    this.addSql(`alter table "delivery" drop constraint "delivery_summary_id_foreign";`);
    this.addSql(`alter table "delivery_attempt" drop constraint "delivery_attempt_delivery_id_foreign";`);

    this.addSql(`drop table if exists "email_settings" cascade;`);
    this.addSql(`drop table if exists "integration_template" cascade;`);
    this.addSql(`drop table if exists "mail_suppression" cascade;`);
    this.addSql(`drop table if exists "integration" cascade;`);
    this.addSql(`drop table if exists "halopsa_connection" cascade;`);
    this.addSql(`drop table if exists "halopsa_list" cascade;`);
    this.addSql(`drop table if exists "maintenance_window" cascade;`);
    this.addSql(`drop table if exists "halopsa_ticket" cascade;`);
    this.addSql(`drop table if exists "alert_entry" cascade;`);
    this.addSql(`drop table if exists "delivery" cascade;`);
    this.addSql(`drop table if exists "delivery_attempt" cascade;`);

    this.addSql(`drop index "alert_controller_id_subject_index";`);
    this.addSql(
      `alter table "alert" drop column "raises", drop column "flapping_since", drop column "calm_since", drop column "snoozed_until", drop column "snoozed_by", drop column "maintenance", drop column "ticket_id", drop column "ticket_url";`,
    );

    this.addSql(
      `alter table "controller" drop column "halo_enabled", drop column "halo_severity_levels", drop column "halo_client_id", drop column "halo_client_name", drop column "halo_site_id", drop column "halo_site_name", drop column "halo_priority", drop column "halo_category", drop column "halo_category_name";`,
    );

    this.addSql(`alter table "mail" drop column "unsubscribe_url";`);
  }
}
