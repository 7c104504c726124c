import { Migration } from '@mikro-orm/migrations';

export class Migration20261128065726_provider_outages extends Migration {
  override name = 'Migration20261128065726_provider_outages';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "affected_site" ("alert_id" uuid not null, "host_id" text not null, "controller_id" uuid not null, "network_site_id" text not null, "name" text not null, "line" text not null, "is_dark" boolean not null, "since" timestamptz not null, "listed_at" timestamptz not null, "until" timestamptz null, primary key ("alert_id", "host_id"));`,
    );
    this.addSql(`create index "affected_site_controller_id_index" on "affected_site" ("controller_id");`);
    this.addSql(`create index "affected_site_now" on "affected_site" ("host_id") where "until" is null;`);

    this.addSql(
      `create index "site_reading_disconnected" on "site_reading" ("controller_id") where "link" = 'disconnected';`,
    );

    this.addSql(`alter table "alert_rule" drop constraint "alert_rule_condition_check";`);
    this.addSql(
      `alter table "alert_rule" add constraint "alert_rule_condition_check" check ("condition" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect', 'wan_down', 'wan_failover', 'wan_packet_loss', 'wan_latency', 'isp_outage'));`,
    );

    this.addSql(`alter table "alert" drop constraint "alert_type_check";`);
    this.addSql(`alter table "alert" add "affected_site_count" int null;`);
    this.addSql(
      `create index "alert_open_by_provider" on "alert" ("team_id") where "resolved_at" is null and "type" = 'isp_outage';`,
    );
    this.addSql(
      `alter table "alert" add constraint "alert_type_check" check ("type" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect', 'wan_down', 'wan_failover', 'wan_packet_loss', 'wan_latency', 'isp_outage', 'device_impaired', 'console_offline'));`,
    );

    this.addSql(`create index "wan_down" on "wan" ("controller_id") where "state" = 'down';`);

    this.addSql(
      `alter table "affected_site" add constraint "affected_site_alert_id_foreign" foreign key ("alert_id") references "alert" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "affected_site" add constraint "affected_site_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "alert" where "type" = 'isp_outage';`);
    this.addSql(`delete from "alert_rule" where "condition" = 'isp_outage';`);
    this.addSql(`drop table if exists "affected_site" cascade;`);

    this.addSql(`drop index "alert_open_by_provider";`);
    this.addSql(`alter table "alert" drop constraint "alert_type_check";`);
    this.addSql(`alter table "alert" drop column "affected_site_count";`);
    this.addSql(
      `alter table "alert" add constraint "alert_type_check" check ("type" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect', 'wan_down', 'wan_failover', 'wan_packet_loss', 'wan_latency', 'device_impaired', 'console_offline'));`,
    );

    this.addSql(`alter table "alert_rule" drop constraint "alert_rule_condition_check";`);
    this.addSql(
      `alter table "alert_rule" add constraint "alert_rule_condition_check" check ("condition" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect', 'wan_down', 'wan_failover', 'wan_packet_loss', 'wan_latency'));`,
    );

    this.addSql(`drop index "site_reading_disconnected";`);

    this.addSql(`drop index "wan_down";`);
  }
}
