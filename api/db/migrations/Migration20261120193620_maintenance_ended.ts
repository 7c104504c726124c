import { Migration } from '@mikro-orm/migrations';

export class Migration20261120193620_maintenance_ended extends Migration {
  override name = 'Migration20261120193620_maintenance_ended';

  override up(): void | Promise<void> {
    this.addSql(`alter table "maintenance_window" add "ended_at" timestamptz null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "maintenance_window" drop column "ended_at";`);
  }
}
