import { Migration } from '@mikro-orm/migrations';

/**
 * Messages of alerts are rendered when they are read, in the reader's zone. What they were written from becomes columns:
 * what the sentences of existing rows say besides other columns is read out of them here for the last time.
 */
export class Migration20261123193118_message_parts extends Migration {
  override name = 'Migration20261123193118_message_parts';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "alert" add column "network_site" text null, add column "port" int null, add column "uplink_name" text null, add column "impairment" text null, add column "device_count" int null;`,
    );
    this.addSql(
      `update "alert" set "port" = substring("subject" from '/port/([0-9]+)$')::int where "type" = 'port_down';`,
    );
    this.addSql(
      `update "alert" set "device_count" = substring("message" from ': the state of ([0-9]+) devices? is unknown$')::int where "type" = 'console_offline';`,
    );
    this.addSql(
      `update "alert" set "uplink_name" = substring("message" from ' is disconnected from (.*) since [-0-9: ]+ UTC$') where "type" = 'client_disconnect';`,
    );
    this.addSql(
      `update "alert" set "impairment" = case when "message" ~ ' has been isolated since [-0-9: ]+ UTC$' then 'isolated' when "message" ~ ' has been in an incorrect topology since [-0-9: ]+ UTC$' then 'incorrect_topology' when "message" ~ ' has been updating since [-0-9: ]+ UTC$' then 'update_overdue' end where "type" = 'device_impaired';`,
    );
    this.addSql(
      `update "alert" set "network_site" = split_part(split_part("message", "device_name" || ' at ', 2), ' (' || "site_name" || ')', 1)
         where strpos("message", "device_name" || ' at ') > 0 and strpos("message", ' (' || "site_name" || ') ') > strpos("message", "device_name" || ' at ');`,
    );
    // A node of the release before still writes it; a later release drops it.
    this.addSql(`alter table "alert" alter column "message" set default '';`);

    this.addSql(`alter table "alert_entry" add column "params" jsonb null;`);
    this.addSql(
      `update "alert_entry" e set "detail" = null, "params" = jsonb_build_object('value', coalesce(substring(e."detail" from ' is at ([0-9.]+)%,')::float, a."value"), 'threshold', a."threshold", 'deviceCount', a."device_count")
         from "alert" a where a."id" = e."alert_id" and e."kind" in ('raised', 'flapping', 'disturbed', 'reminded', 'escalated', 'eased');`,
    );
    this.addSql(
      `update "alert_entry" set "detail" = null, "params" = jsonb_build_object('window', substring("detail" from '^Maintenance "(.*)" until [-0-9: ]+ UTC$'))
         where "kind" = 'maintenance' and "detail" ~ '^Maintenance ".*" until [-0-9: ]+ UTC$';`,
    );

    this.addSql(`alter table "user" add column "time_zone" text null;`);
    this.addSql(`alter table "team" add column "time_zone" text null;`);
    // UTC was what a row began with: without quiet hours nobody had chosen it. The old column stays for a release, too.
    this.addSql(
      `update "user" u set "time_zone" = p."time_zone" from "notification_preferences" p
         where p."user_id" = u."id" and (p."quiet_hours" or p."time_zone" <> 'UTC');`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `update "notification_preferences" p set "time_zone" = u."time_zone" from "user" u where u."id" = p."user_id" and u."time_zone" is not null;`,
    );
    this.addSql(`alter table "team" drop column "time_zone";`);
    this.addSql(`alter table "user" drop column "time_zone";`);
    this.addSql(`alter table "alert_entry" drop column "params";`);
    this.addSql(`alter table "alert" alter column "message" drop default;`);
    this.addSql(
      `alter table "alert" drop column "network_site", drop column "port", drop column "uplink_name", drop column "impairment", drop column "device_count";`,
    );
  }
}
