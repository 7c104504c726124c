import { Migration } from '@mikro-orm/migrations';

export class Migration20261126183938_open_alerts_worst_first extends Migration {
  override name = 'Migration20261126183938_open_alerts_worst_first';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "alert_open_worst_first" on "alert" ("team_id", (array_position(array['critical', 'error', 'warning', 'info'], "severity")), "timestamp", "id") where "resolved_at" is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "alert_open_worst_first";`);
  }
}
