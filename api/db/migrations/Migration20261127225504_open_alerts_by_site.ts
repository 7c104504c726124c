import { Migration } from '@mikro-orm/migrations';

export class Migration20261127225504_open_alerts_by_site extends Migration {
  override name = 'Migration20261127225504_open_alerts_by_site';

  override up(): void | Promise<void> {
    this.addSql(`drop index "alert_open_by_team";`);
    this.addSql(
      `create index "alert_open_by_site" on "alert" ("team_id", "site_id") where "resolved_at" is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "alert_open_by_site";`);
    this.addSql(`create index "alert_open_by_team" on "alert" ("team_id") where "resolved_at" is null;`);
  }
}
