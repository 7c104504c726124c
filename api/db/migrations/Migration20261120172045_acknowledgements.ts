import { Migration } from '@mikro-orm/migrations';

export class Migration20261120172045_acknowledgements extends Migration {
  override name = 'Migration20261120172045_acknowledgements';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "alert" add "acknowledged_at" timestamptz null, add "acknowledged_by_id" uuid null, add "acknowledged_by_name" text null, add "acknowledge_note" text null;`,
    );
    this.addSql(
      `alter table "alert" add constraint "alert_acknowledged_by_id_foreign" foreign key ("acknowledged_by_id") references "user" ("id") on delete set null;`,
    );
    this.addSql(`create index "alert_acknowledged_by_id_index" on "alert" ("acknowledged_by_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "alert" drop column "acknowledged_at", drop column "acknowledged_by_id", drop column "acknowledged_by_name", drop column "acknowledge_note";`,
    );
  }
}
