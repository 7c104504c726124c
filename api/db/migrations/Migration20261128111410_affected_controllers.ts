import { Migration } from '@mikro-orm/migrations';

export class Migration20261128111410_affected_controllers extends Migration {
  override name = 'Migration20261128111410_affected_controllers';

  override up(): void | Promise<void> {
    this.addSql(`alter table "event" add "affected_controller_ids" uuid[] null;`);

    this.addSql(`create index "affected_site_host_id_index" on "affected_site" ("host_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "affected_site_host_id_index";`);

    this.addSql(`alter table "event" drop column "affected_controller_ids";`);
  }
}
