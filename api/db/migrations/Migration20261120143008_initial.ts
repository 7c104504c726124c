import { Migration } from '@mikro-orm/migrations';

export class Migration20261120143008_initial extends Migration {
  override name = 'Migration20261120143008_initial';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "event" ("team_id" uuid not null, "seq" bigint not null, "kind" text not null, "alert_id" uuid null, "controller_id" uuid not null, "created_at" timestamptz not null default now(), primary key ("team_id", "seq"));`,
    );

    this.addSql(
      `create table "package" ("id" uuid not null default gen_random_uuid(), "name" text not null, "description" text not null default '', "price" numeric(10,2) not null, "currency" text not null default 'GBP', "max_controllers" int not null default -1, "max_devices" int not null default -1, "max_alerts_per_month" int not null default 1000, "data_retention_days" int not null default 30, "features" text[] not null default '{}', "is_active" boolean not null default true, "position" int not null default 0, primary key ("id"));`,
    );

    this.addSql(
      `create table "team" ("id" uuid not null default gen_random_uuid(), "name" text not null, "last_event_seq" bigint not null default '0', "created_at" timestamptz not null default now(), primary key ("id"));`,
    );

    this.addSql(
      `create table "controller" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "name" text not null, "api_key" text not null, "api_key_tail" text not null, "status" text not null default 'pending', "status_reason" text null, "version" text null, "device_count" int null, "total_sites" int null, "last_sync" timestamptz null, "selected_site_id" text null, "selected_site_name" text null, "capabilities" jsonb not null default '[]', "probed_at" timestamptz null, "next_poll_at" timestamptz null default now(), "claimed_until" timestamptz null, "last_round_at" timestamptz null, "failures" int not null default 0, "poll_seconds" int null, "read_cursor" jsonb null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "controller_team_id_index" on "controller" ("team_id");`);
    this.addSql(`create index "controller_next_poll_at_index" on "controller" ("next_poll_at");`);

    this.addSql(
      `create table "device" ("id" uuid not null default gen_random_uuid(), "controller_id" uuid not null, "host_id" text not null, "mac" text not null, "name" text not null, "model" text null, "role" text not null, "is_console" boolean not null, "state" text not null, "state_since" timestamptz not null, "up_ports" text[] not null default '{}', primary key ("id"));`,
    );
    this.addSql(
      `alter table "device" add constraint "device_controller_id_host_id_mac_unique" unique ("controller_id", "host_id", "mac");`,
    );

    this.addSql(
      `create table "daily_measurement" ("controller_id" uuid not null, "day" date not null, "observed_seconds" double precision not null default 0, "online_seconds" double precision not null default 0, "transferred_bytes" double precision null, primary key ("controller_id", "day"));`,
    );

    this.addSql(
      `create table "client" ("id" uuid not null default gen_random_uuid(), "controller_id" uuid not null, "host_id" text not null, "mac" text not null, "name" text not null, "uplink_mac" text null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "client" add constraint "client_controller_id_mac_unique" unique ("controller_id", "mac");`,
    );

    this.addSql(
      `create table "alert_rule" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "name" text not null, "condition" text not null, "controller_id" uuid null, "site_id" text null, "threshold" text null, "duration" int not null default 5, "channels" text[] not null default '{}', "is_active" boolean not null default true, "halo_enabled" boolean not null default false, "halo_severity_levels" text[] not null default '{critical}', "halo_client_id" int null, "halo_client_name" text null, "halo_site_id" int null, "halo_site_name" text null, "halo_priority" int not null default 2, "halo_category" int not null default 1, "halo_category_name" text null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "alert_rule_team_id_index" on "alert_rule" ("team_id");`);
    this.addSql(`create index "alert_rule_controller_id_index" on "alert_rule" ("controller_id");`);

    this.addSql(
      `create table "standing" ("id" uuid not null default gen_random_uuid(), "rule_id" uuid not null, "controller_id" uuid not null, "subject" text not null, "since" timestamptz not null, "unknown_since" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "standing_controller_id_index" on "standing" ("controller_id");`);
    this.addSql(
      `alter table "standing" add constraint "standing_rule_id_controller_id_subject_unique" unique ("rule_id", "controller_id", "subject");`,
    );

    this.addSql(
      `create table "alert" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "controller_id" uuid not null, "rule_id" uuid null, "rule_name" text not null, "subject" text not null, "type" text not null, "severity" text not null, "message" text not null, "device_name" text null, "device_mac" text null, "site_id" text not null, "site_name" text not null, "value" double precision null, "threshold" double precision null, "since" timestamptz not null, "timestamp" timestamptz not null, "unknown_since" timestamptz null, "resolved_at" timestamptz null, "resolution" text null, primary key ("id"));`,
    );
    this.addSql(`create index "alert_controller_id_index" on "alert" ("controller_id");`);
    this.addSql(`create index "alert_rule_id_index" on "alert" ("rule_id");`);
    this.addSql(`create index "alert_team_id_timestamp_index" on "alert" ("team_id", "timestamp");`);
    this.addSql(`create index "alert_open_by_team" on "alert" ("team_id") where "resolved_at" is null;`);
    this.addSql(
      `create index "alert_open_by_controller" on "alert" ("controller_id", "timestamp" desc) where "resolved_at" is null;`,
    );
    this.addSql(
      `create unique index "alert_one_open_per_rule_and_subject" on "alert" ("rule_id", "controller_id", "subject") where "resolved_at" is null;`,
    );

    this.addSql(
      `create table "user" ("id" uuid not null default gen_random_uuid(), "email" text not null, "password_hash" text not null, "first_name" text not null, "last_name" text not null, "company_name" text not null, "website_url" text null, "role" text not null default 'user', "subscription_status" text not null default 'active', "package_id" uuid null, "suspended" boolean not null default false, "two_factor_enabled" boolean not null default false, "stripe_subscription_id" text null, "email_verified_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "user" add constraint "user_email_unique" unique ("email");`);
    this.addSql(`create index "user_package_id_index" on "user" ("package_id");`);

    this.addSql(
      `create table "session" ("id" uuid not null default gen_random_uuid(), "token_hash" text not null, "user_id" uuid not null, "team_id" uuid not null, "user_agent" text null, "ip_address" text null, "created_at" timestamptz not null default now(), "last_seen_at" timestamptz not null default now(), "expires_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`alter table "session" add constraint "session_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create index "session_user_id_index" on "session" ("user_id");`);
    this.addSql(`create index "session_team_id_index" on "session" ("team_id");`);

    this.addSql(
      `create table "membership" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "user_id" uuid not null, "role" text not null default 'owner', "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "membership_user_id_index" on "membership" ("user_id");`);
    this.addSql(
      `alter table "membership" add constraint "membership_team_id_user_id_unique" unique ("team_id", "user_id");`,
    );

    this.addSql(
      `alter table "package" add constraint "package_currency_check" check ("currency" in ('GBP', 'USD'));`,
    );

    this.addSql(
      `alter table "controller" add constraint "controller_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "controller" add constraint "controller_status_check" check ("status" in ('pending', 'online', 'offline', 'error'));`,
    );

    this.addSql(
      `alter table "device" add constraint "device_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "daily_measurement" add constraint "daily_measurement_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "client" add constraint "client_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "alert_rule" add constraint "alert_rule_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "alert_rule" add constraint "alert_rule_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "alert_rule" add constraint "alert_rule_condition_check" check ("condition" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect'));`,
    );

    this.addSql(
      `alter table "standing" add constraint "standing_rule_id_foreign" foreign key ("rule_id") references "alert_rule" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "standing" add constraint "standing_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "alert" add constraint "alert_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "alert" add constraint "alert_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "alert" add constraint "alert_rule_id_foreign" foreign key ("rule_id") references "alert_rule" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "alert" add constraint "alert_type_check" check ("type" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect', 'console_offline'));`,
    );
    this.addSql(
      `alter table "alert" add constraint "alert_severity_check" check ("severity" in ('info', 'warning', 'error', 'critical'));`,
    );
    this.addSql(
      `alter table "alert" add constraint "alert_resolution_check" check ("resolution" in ('recovered', 'no_longer_watched'));`,
    );

    this.addSql(
      `alter table "user" add constraint "user_package_id_foreign" foreign key ("package_id") references "package" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "user" add constraint "user_role_check" check ("role" in ('user', 'admin', 'super_admin'));`,
    );
    this.addSql(
      `alter table "user" add constraint "user_subscription_status_check" check ("subscription_status" in ('active', 'inactive'));`,
    );

    this.addSql(
      `alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "session" add constraint "session_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "membership" add constraint "membership_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "membership" add constraint "membership_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "membership" add constraint "membership_role_check" check ("role" in ('owner', 'member', 'viewer'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "user" drop constraint "user_package_id_foreign";`);
    this.addSql(`alter table "controller" drop constraint "controller_team_id_foreign";`);
    this.addSql(`alter table "alert_rule" drop constraint "alert_rule_team_id_foreign";`);
    this.addSql(`alter table "alert" drop constraint "alert_team_id_foreign";`);
    this.addSql(`alter table "session" drop constraint "session_team_id_foreign";`);
    this.addSql(`alter table "membership" drop constraint "membership_team_id_foreign";`);
    this.addSql(`alter table "device" drop constraint "device_controller_id_foreign";`);
    this.addSql(`alter table "daily_measurement" drop constraint "daily_measurement_controller_id_foreign";`);
    this.addSql(`alter table "client" drop constraint "client_controller_id_foreign";`);
    this.addSql(`alter table "alert_rule" drop constraint "alert_rule_controller_id_foreign";`);
    this.addSql(`alter table "standing" drop constraint "standing_controller_id_foreign";`);
    this.addSql(`alter table "alert" drop constraint "alert_controller_id_foreign";`);
    this.addSql(`alter table "standing" drop constraint "standing_rule_id_foreign";`);
    this.addSql(`alter table "alert" drop constraint "alert_rule_id_foreign";`);
    this.addSql(`alter table "session" drop constraint "session_user_id_foreign";`);
    this.addSql(`alter table "membership" drop constraint "membership_user_id_foreign";`);

    this.addSql(`drop table if exists "event" cascade;`);
    this.addSql(`drop table if exists "package" cascade;`);
    this.addSql(`drop table if exists "team" cascade;`);
    this.addSql(`drop table if exists "controller" cascade;`);
    this.addSql(`drop table if exists "device" cascade;`);
    this.addSql(`drop table if exists "daily_measurement" cascade;`);
    this.addSql(`drop table if exists "client" cascade;`);
    this.addSql(`drop table if exists "alert_rule" cascade;`);
    this.addSql(`drop table if exists "standing" cascade;`);
    this.addSql(`drop table if exists "alert" cascade;`);
    this.addSql(`drop table if exists "user" cascade;`);
    this.addSql(`drop table if exists "session" cascade;`);
    this.addSql(`drop table if exists "membership" cascade;`);
  }
}
