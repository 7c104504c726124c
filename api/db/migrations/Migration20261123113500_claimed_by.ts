import { Migration } from '@mikro-orm/migrations';

/** A worker whose claim was answered into a broken connection knows it again, and need not wait until it runs out. */
export class Migration20261123113500_claimed_by extends Migration {
  override name = 'Migration20261123113500_claimed_by';

  override up(): void | Promise<void> {
    this.addSql(`alter table "controller" add column "claimed_by" uuid null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "controller" drop column "claimed_by";`);
  }
}
