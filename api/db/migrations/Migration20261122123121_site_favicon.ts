import { Migration } from '@mikro-orm/migrations';

export class Migration20261122123121_site_favicon extends Migration {
  override name = 'Migration20261122123121_site_favicon';

  override up(): void | Promise<void> {
    this.addSql(`alter table "site_branding" add "favicon_url" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "site_branding" drop column "favicon_url";`);
  }
}
