import { Migration } from '@mikro-orm/migrations';

export class Migration20261122182230_settings_and_nodes extends Migration {
  override name = 'Migration20261122182230_settings_and_nodes';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "admin_setting" ("key" text not null, "value" text not null, "changed_at" timestamptz not null default now(), primary key ("key"));`,
    );

    this.addSql(
      `create table "node" ("id" uuid not null, "host" text not null, "role" text not null, "version" text not null, "started_at" timestamptz not null, "seen_at" timestamptz not null default now(), "bell_ready" boolean not null, "events_behind" double precision not null, "disk_free" bigint null, "disk_total" bigint null, primary key ("id"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "admin_setting" cascade;`);
    this.addSql(`drop table if exists "node" cascade;`);
  }
}
