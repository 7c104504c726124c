import { Migration } from '@mikro-orm/migrations';

export class Migration20261126192000_rule_scopes extends Migration {
  override name = 'Migration20261126192000_rule_scopes';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "alert_rule" add "scope" jsonb not null default '{}', add "exceptions" jsonb not null default '[]';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "alert_rule" drop column "scope", drop column "exceptions";`);
  }
}
