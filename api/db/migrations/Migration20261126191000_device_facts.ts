import { Migration } from '@mikro-orm/migrations';

export class Migration20261126191000_device_facts extends Migration {
  override name = 'Migration20261126191000_device_facts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "site_reading" ("id" uuid not null default gen_random_uuid(), "controller_id" uuid not null, "host_id" text not null, "name" text not null, "link" text not null, "reported_state" text null, "state_since" timestamptz not null, "gone_at" timestamptz null, "version" text null, "hardware" text null, "os_version" text null, "isp_name" text null, "wifi_clients" int null, "wired_clients" int null, "guest_clients" int null, "backed_up_at" timestamptz null, "counted_at" timestamptz null, "clients_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "site_reading" add constraint "site_reading_controller_id_host_id_unique" unique ("controller_id", "host_id");`,
    );

    this.addSql(
      `alter table "device" add "firmware_version" text null, add "update_available" boolean null, add "ip" text null, add "started_at" timestamptz null, add "adopted_at" timestamptz null, add "uplink_mac" text null, add "uplink_port" int null, add "poe" jsonb null, add "client_count" int null;`,
    );

    this.addSql(
      `alter table "site_reading" add constraint "site_reading_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "site_reading" cascade;`);

    this.addSql(
      `alter table "device" drop column "firmware_version", drop column "update_available", drop column "ip", drop column "started_at", drop column "adopted_at", drop column "uplink_mac", drop column "uplink_port", drop column "poe", drop column "client_count";`,
    );
  }
}
