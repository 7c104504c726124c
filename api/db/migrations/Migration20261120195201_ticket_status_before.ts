import { Migration } from '@mikro-orm/migrations';

export class Migration20261120195201_ticket_status_before extends Migration {
  override name = 'Migration20261120195201_ticket_status_before';

  override up(): void | Promise<void> {
    this.addSql(`alter table "halopsa_ticket" add "status_before" int null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "halopsa_ticket" drop column "status_before";`);
  }
}
