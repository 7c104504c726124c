import { Migration } from '@mikro-orm/migrations';

export class Migration20261128110802_edited_messages extends Migration {
  override name = 'Migration20261128110802_edited_messages';

  override up(): void | Promise<void> {
    this.addSql(`alter table "delivery" drop constraint "delivery_kind_check";`);
    this.addSql(
      `alter table "delivery" add constraint "delivery_kind_check" check ("kind" in ('opened', 'escalated', 'resolved', 'flapping', 'stable', 'reminder', 'updated', 'summary'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "delivery" drop constraint "delivery_kind_check";`);
    this.addSql(
      `alter table "delivery" add constraint "delivery_kind_check" check ("kind" in ('opened', 'escalated', 'resolved', 'flapping', 'stable', 'reminder', 'summary'));`,
    );
  }
}
