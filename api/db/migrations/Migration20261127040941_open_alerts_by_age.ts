import { Migration } from '@mikro-orm/migrations';

/** Open alerts are listed by when their problem began, as their rows show it, instead of when they were raised. */
export class Migration20261127040941_open_alerts_by_age extends Migration {
  override name = 'Migration20261127040941_open_alerts_by_age';

  override up() {
    this.addSql(`drop index "alert_open_worst_first"`);
    this.addSql(
      `create index "alert_open_worst_first_by_age" on "alert" ("team_id", (array_position(array['critical', 'error', 'warning', 'info'], "severity")), "since", "id") where "resolved_at" is null`,
    );
  }

  override down() {
    this.addSql(`drop index "alert_open_worst_first_by_age"`);
    this.addSql(
      `create index "alert_open_worst_first" on "alert" ("team_id", (array_position(array['critical', 'error', 'warning', 'info'], "severity")), "timestamp", "id") where "resolved_at" is null`,
    );
  }
}
