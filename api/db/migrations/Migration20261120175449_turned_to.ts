import { Migration } from '@mikro-orm/migrations';

export class Migration20261120175449_turned_to extends Migration {
  override name = 'Migration20261120175449_turned_to';

  override up(): void | Promise<void> {
    this.addSql(`alter table "membership" add "turned_to_at" timestamptz null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "membership" drop column "turned_to_at";`);
  }
}
