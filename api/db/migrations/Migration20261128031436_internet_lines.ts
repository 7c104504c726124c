import { Migration } from '@mikro-orm/migrations';

export class Migration20261128031436_internet_lines extends Migration {
  override name = 'Migration20261128031436_internet_lines';

  override up(): void | Promise<void> {
    this.addSql(`alter table "alert_rule" drop constraint "alert_rule_condition_check";`);
    this.addSql(
      `alter table "alert_rule" add constraint "alert_rule_condition_check" check ("condition" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect', 'wan_down', 'wan_failover', 'wan_packet_loss', 'wan_latency'));`,
    );

    this.addSql(`alter table "alert" drop constraint "alert_type_check";`);
    this.addSql(`alter table "alert" add "line" text null, add "provider" text null, add "asn" int null;`);
    this.addSql(
      `alter table "alert" add constraint "alert_type_check" check ("type" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect', 'wan_down', 'wan_failover', 'wan_packet_loss', 'wan_latency', 'device_impaired', 'console_offline'));`,
    );

    this.addSql(`alter table "wan" drop constraint "wan_controller_id_host_id_site_id_unique";`);
    this.addSql(
      `alter table "wan" add "key" text not null default 'WAN', add "asn" int null, add "address_family" text null, add "state" text not null default 'unknown', add "state_since" timestamptz null, add "role" text null, add "role_since" timestamptz null, add "is_standby" boolean null, add "has_been_up" boolean not null default false, add "missing_since" timestamptz null;`,
    );
    this.addSql(
      `alter table "wan" add constraint "wan_controller_id_host_id_site_id_key_unique" unique ("controller_id", "host_id", "site_id", "key");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "alert" where "type" like 'wan\\_%';`);
    this.addSql(`delete from "alert_rule" where "condition" like 'wan\\_%';`);
    this.addSql(`delete from "wan" where "key" <> 'WAN';`);
    this.addSql(`alter table "alert" drop constraint "alert_type_check";`);
    this.addSql(`alter table "alert" drop column "line", drop column "provider", drop column "asn";`);
    this.addSql(
      `alter table "alert" add constraint "alert_type_check" check ("type" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect', 'device_impaired', 'console_offline'));`,
    );

    this.addSql(`alter table "alert_rule" drop constraint "alert_rule_condition_check";`);
    this.addSql(
      `alter table "alert_rule" add constraint "alert_rule_condition_check" check ("condition" in ('device_offline', 'high_cpu', 'high_memory', 'low_disk', 'high_bandwidth', 'port_down', 'client_disconnect'));`,
    );

    this.addSql(`alter table "wan" drop constraint "wan_controller_id_host_id_site_id_key_unique";`);
    this.addSql(
      `alter table "wan" drop column "key", drop column "asn", drop column "address_family", drop column "state", drop column "state_since", drop column "role", drop column "role_since", drop column "is_standby", drop column "has_been_up", drop column "missing_since";`,
    );
    this.addSql(
      `alter table "wan" add constraint "wan_controller_id_host_id_site_id_unique" unique ("controller_id", "host_id", "site_id");`,
    );
  }
}
