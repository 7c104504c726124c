import { Migration } from '@mikro-orm/migrations';

export class Migration20261122214906_metrics extends Migration {
  override name = 'Migration20261122214906_metrics';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "sight_stretch" ("id" uuid not null default gen_random_uuid(), "controller_id" uuid not null, "host_id" text not null, "began" timestamptz not null, "until" timestamptz null, "seen" boolean not null, "problem" text null, primary key ("id"));`,
    );
    this.addSql(
      `create index "sight_stretch_controller_id_began_index" on "sight_stretch" ("controller_id", "began");`,
    );
    this.addSql(
      `create index "sight_stretch_open_index" on "sight_stretch" ("controller_id") where "until" is null;`,
    );

    this.addSql(
      `create table "wan" ("id" uuid not null default gen_random_uuid(), "controller_id" uuid not null, "host_id" text not null, "site_id" text not null, "isp_name" text null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "wan" add constraint "wan_controller_id_host_id_site_id_unique" unique ("controller_id", "host_id", "site_id");`,
    );

    this.addSql(
      `alter table "controller" add "wans_due_at" timestamptz null, add "wans_read_until" timestamptz null, add "wans_problem" text null;`,
    );

    this.addSql(
      `alter table "sight_stretch" add constraint "sight_stretch_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "wan" add constraint "wan_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    // What is measured lies in a schema of its own, in partitions that are made and dropped while the product runs.
    // No foreign keys: each would lock a row of its device with every sample, and a deleted controller would have to
    // delete millions of rows at once. Whoever reads comes from the device; what belongs to none is removed at night.
    this.addSql(`create schema metrics;`);
    this.addSql(`create table metrics.device_sample (
      at timestamptz not null, device_id uuid not null, cpu real, memory real, disk_free real, uplink_bps real,
      seconds real not null, state smallint, primary key (device_id, at)) partition by range (at);`);
    this.addSql(
      `create index device_sample_at on metrics.device_sample using brin (at) with (autosummarize);`,
    );
    this.addSql(`create table metrics.device_hour (
      at timestamptz not null, device_id uuid not null, samples int not null, cpu real, cpu_max real, memory real,
      memory_max real, disk_free real, uplink_bps real, uplink_bps_max real, observed_seconds real not null,
      online_seconds real not null, primary key (device_id, at)) partition by range (at);`);
    this.addSql(`create table metrics.wan_sample (
      at timestamptz not null, wan_id uuid not null, latency real, latency_max real, loss real,
      primary key (wan_id, at)) partition by range (at);`);
    this.addSql(`create table metrics.wan_hour (
      at timestamptz not null, wan_id uuid not null, samples int not null, latency real, latency_max real, loss real,
      primary key (wan_id, at)) partition by range (at);`);
    this.addSql(`create table metrics.rolled_up (until timestamptz not null);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop schema metrics cascade;`);
    this.addSql(`drop table if exists "sight_stretch" cascade;`);
    this.addSql(`drop table if exists "wan" cascade;`);

    this.addSql(
      `alter table "controller" drop column "wans_due_at", drop column "wans_read_until", drop column "wans_problem";`,
    );
  }
}
