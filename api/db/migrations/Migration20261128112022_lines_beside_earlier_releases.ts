import { Migration } from '@mikro-orm/migrations';

export class Migration20261128112022_lines_beside_earlier_releases extends Migration {
  override name = 'Migration20261128112022_lines_beside_earlier_releases';

  override up(): void | Promise<void> {
    this.addSql(`alter table "wan" drop constraint "wan_controller_id_host_id_site_id_key_unique";`);
    this.addSql(
      `alter table "wan" add "network_site_id" text generated always as (split_part(site_id, ' '::text, 1)) stored not null;`,
    );
    this.addSql(`update "wan" set "site_id" = "site_id" || ' ' || "key" where "key" <> 'WAN';`);
    this.addSql(
      `alter table "wan" add constraint "wan_controller_id_host_id_site_id_unique" unique ("controller_id", "host_id", "site_id");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "wan" drop constraint "wan_controller_id_host_id_site_id_unique";`);
    this.addSql(`update "wan" set "site_id" = "network_site_id";`);
    this.addSql(`alter table "wan" drop column "network_site_id";`);
    this.addSql(
      `alter table "wan" add constraint "wan_controller_id_host_id_site_id_key_unique" unique ("controller_id", "host_id", "site_id", "key");`,
    );
  }
}
