import { Migration } from '@mikro-orm/migrations';

export class Migration20261122153408_mail_reply_to extends Migration {
  override name = 'Migration20261122153408_mail_reply_to';

  override up(): void | Promise<void> {
    this.addSql(`alter table "mail" add "reply_to" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "mail" drop column "reply_to";`);
  }
}
