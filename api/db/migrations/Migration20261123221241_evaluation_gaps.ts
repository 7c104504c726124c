import { Migration } from '@mikro-orm/migrations';

/** Rules, devices and controllers say since when they couldn't be evaluated, and why. */
export class Migration20261123221241_evaluation_gaps extends Migration {
  override name = 'Migration20261123221241_evaluation_gaps';

  override up(): void | Promise<void> {
    this.addSql(`alter table "controller" add column "evaluation_gaps" jsonb not null default '[]';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "controller" drop column "evaluation_gaps";`);
  }
}
