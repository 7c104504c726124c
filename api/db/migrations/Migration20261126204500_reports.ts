import { Migration } from '@mikro-orm/migrations';

export class Migration20261126204500_reports extends Migration {
  override name = 'Migration20261126204500_reports';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "site_month" ("team_id" uuid not null, "month" text not null, "host_id" text not null, "figures" jsonb not null, primary key ("team_id", "month", "host_id"));`,
    );

    this.addSql(
      `create table "site_day" ("team_id" uuid not null, "day" date not null, "host_id" text not null, "observed" double precision not null, "online" double precision not null, "planned" double precision not null, "measured" double precision not null, primary key ("team_id", "day", "host_id"));`,
    );

    this.addSql(
      `create table "report_unsubscription" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "address" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "report_unsubscription" add constraint "report_unsubscription_team_id_address_unique" unique ("team_id", "address");`,
    );

    this.addSql(
      `create table "report_progress" ("team_id" uuid not null, "stored_until" date null, primary key ("team_id"));`,
    );

    this.addSql(
      `create table "report_month" ("team_id" uuid not null, "month" text not null, "time_zone" text not null, "made_at" timestamptz not null, "alerts_since" timestamptz null, "planned" jsonb not null, primary key ("team_id", "month"));`,
    );

    this.addSql(
      `create table "planned_work" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "window_id" uuid not null, "name" text not null, "controller_id" uuid null, "site_id" text null, "site_name" text null, "device_mac" text null, "device_name" text null, "began" timestamptz not null, "until" timestamptz not null, "is_over" boolean not null, primary key ("id"));`,
    );
    this.addSql(`create index "planned_work_team_id_until_index" on "planned_work" ("team_id", "until");`);

    this.addSql(
      `create table "report_schedule" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "customer_id" uuid null, "is_active" boolean not null default false, "member_ids" text[] not null default '{}', "addresses" text[] not null default '{}', primary key ("id"));`,
    );
    this.addSql(`create index "report_schedule_customer_id_index" on "report_schedule" ("customer_id");`);
    this.addSql(
      `create unique index "report_schedule_once_per_scope" on "report_schedule" ("team_id", coalesce("customer_id", '00000000-0000-0000-0000-000000000000'));`,
    );

    this.addSql(`alter table "mail" add "attachment" jsonb null;`);

    this.addSql(
      `alter table "site_month" add constraint "site_month_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "site_day" add constraint "site_day_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "report_unsubscription" add constraint "report_unsubscription_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "report_progress" add constraint "report_progress_team_id_foreign" foreign key ("team_id") references "team" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "report_month" add constraint "report_month_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "planned_work" add constraint "planned_work_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "report_schedule" add constraint "report_schedule_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "report_schedule" add constraint "report_schedule_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "site_month" cascade;`);
    this.addSql(`drop table if exists "site_day" cascade;`);
    this.addSql(`drop table if exists "report_unsubscription" cascade;`);
    this.addSql(`drop table if exists "report_progress" cascade;`);
    this.addSql(`drop table if exists "report_month" cascade;`);
    this.addSql(`drop table if exists "planned_work" cascade;`);
    this.addSql(`drop table if exists "report_schedule" cascade;`);

    this.addSql(`alter table "mail" drop column "attachment";`);
  }
}
