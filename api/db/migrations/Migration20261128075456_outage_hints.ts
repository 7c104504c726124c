import { Migration } from '@mikro-orm/migrations';

export class Migration20261128075456_outage_hints extends Migration {
  override name = 'Migration20261128075456_outage_hints';

  override up(): void | Promise<void> {
    this.addSql(`alter table "security_settings" add "share_outage_hints" boolean not null default false;`);

    this.addSql(`create index "wan_asn_index" on "wan" ("asn");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "security_settings" drop column "share_outage_hints";`);

    this.addSql(`drop index "wan_asn_index";`);
  }
}
