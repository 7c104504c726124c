import { Migration } from '@mikro-orm/migrations';

export class Migration20261128064627_line_interval_sources extends Migration {
  override name = 'Migration20261128064627_line_interval_sources';

  override up(): void | Promise<void> {
    this.addSql(`alter table "wan_interval" add "source" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "wan_interval" drop column "source";`);
  }
}
