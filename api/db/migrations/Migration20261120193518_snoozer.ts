import { Migration } from '@mikro-orm/migrations';

export class Migration20261120193518_snoozer extends Migration {
  override name = 'Migration20261120193518_snoozer';

  override up(): void | Promise<void> {
    this.addSql(`alter table "alert" add "snoozer_id" uuid null;`);
    this.addSql(
      `alter table "alert" add constraint "alert_snoozer_id_foreign" foreign key ("snoozer_id") references "user" ("id") on delete set null;`,
    );
    this.addSql(`create index "alert_snoozer_id_index" on "alert" ("snoozer_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "alert" drop constraint "alert_snoozer_id_foreign";`);

    this.addSql(`drop index "alert_snoozer_id_index";`);
    this.addSql(`alter table "alert" drop column "snoozer_id";`);
  }
}
