import { Migration } from '@mikro-orm/migrations';

export class Migration20261120194035_mail_failure extends Migration {
  override name = 'Migration20261120194035_mail_failure';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "email_settings" add "failure" text null, add "failing_since" timestamptz null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "email_settings" drop column "failure", drop column "failing_since";`);
  }
}
