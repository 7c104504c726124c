import { Migration } from '@mikro-orm/migrations';

export class Migration20261122083611_billing_drift extends Migration {
  override name = 'Migration20261122083611_billing_drift';

  override up(): void | Promise<void> {
    this.addSql(`alter table "payment_settings" add "drift" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "payment_settings" drop column "drift";`);
  }
}
