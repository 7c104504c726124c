import { Migration } from '@mikro-orm/migrations';

export class Migration20261128104140_inferred_outages extends Migration {
  override name = 'Migration20261128104140_inferred_outages';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "inferred_outage" ("id" uuid not null default gen_random_uuid(), "wan_id" uuid not null, "alert_id" uuid null, "provider" text not null, "site_count" int not null, "began" timestamptz not null, "until" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "inferred_outage_alert_id_index" on "inferred_outage" ("alert_id");`);
    this.addSql(
      `create index "inferred_outage_wan_id_began_index" on "inferred_outage" ("wan_id", "began");`,
    );

    this.addSql(
      `alter table "inferred_outage" add constraint "inferred_outage_wan_id_foreign" foreign key ("wan_id") references "wan" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "inferred_outage" add constraint "inferred_outage_alert_id_foreign" foreign key ("alert_id") references "alert" ("id") on delete set null;`,
    );

    this.addSql(`
      insert into "inferred_outage" ("wan_id", "alert_id", "provider", "site_count", "began", "until")
      select w."id", a."id", a."device_name", a."affected_site_count", f."since", f."until"
        from "affected_site" f join "alert" a on a."id" = f."alert_id" join "controller" c on c."team_id" = a."team_id"
        join "wan" w on w."controller_id" = c."id" and w."host_id" = f."host_id" and w."site_id" = f."network_site_id"
         and w."key" = f."line"
       where f."is_dark" and a."affected_site_count" is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "inferred_outage" cascade;`);
  }
}
