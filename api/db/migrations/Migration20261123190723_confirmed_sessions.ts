import { Migration } from '@mikro-orm/migrations';

/** When a session's person last proved who they are, and how long API tokens may live. */
export class Migration20261123190723_confirmed_sessions extends Migration {
  override name = 'Migration20261123190723_confirmed_sessions';

  override up(): void | Promise<void> {
    this.addSql(`alter table "session" add column "confirmed_at" timestamptz null;`);
    this.addSql(`alter table "security_settings" add column "api_token_max_days" int not null default 365;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "session" drop column "confirmed_at";`);
    this.addSql(`alter table "security_settings" drop column "api_token_max_days";`);
  }
}
