import { Migration } from '@mikro-orm/migrations';

/** The reason of a controller's status gets a code. A controller whose key was refused isn't read again, so its code is filled in here. */
export class Migration20261123212500_status_code extends Migration {
  override name = 'Migration20261123212500_status_code';

  override up(): void | Promise<void> {
    this.addSql(`alter table "controller" add column "status_code" text null;`);
    this.addSql(
      `update "controller" set "status_code" = 'key_rejected' where "status" = 'error' and "status_reason" like '%API key%';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "controller" drop column "status_code";`);
  }
}
