import { Migration } from '@mikro-orm/migrations';

export class Migration20261120200628_sent_deliveries extends Migration {
  override name = 'Migration20261120200628_sent_deliveries';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "delivery_integration_id_sent_at_index" on "delivery" ("integration_id", "sent_at");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "delivery_integration_id_sent_at_index";`);
  }
}
