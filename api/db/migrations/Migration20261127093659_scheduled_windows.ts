import { Migration } from '@mikro-orm/migrations';

/** Scheduled starts and ends of maintenance windows are announced, so that open lists show them. */
export class Migration20261127093659_scheduled_windows extends Migration {
  override name = 'Migration20261127093659_scheduled_windows';

  override up(): void | Promise<void> {
    this.addSql(`alter table "maintenance_window" add "starts_or_ends_at" timestamptz null;`);
    // The job that runs every minute finds out when they do.
    this.addSql(`update "maintenance_window" set "starts_or_ends_at" = now()`);
    this.addSql(
      `create index "maintenance_window_starts_or_ends_at_index" on "maintenance_window" ("starts_or_ends_at");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "maintenance_window_starts_or_ends_at_index";`);
    this.addSql(`alter table "maintenance_window" drop column "starts_or_ends_at";`);
  }
}
