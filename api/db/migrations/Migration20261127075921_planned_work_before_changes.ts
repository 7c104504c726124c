import { Migration } from '@mikro-orm/migrations';

/** Changed windows apply from the change on, and lists show what a stored report counted. */
export class Migration20261127075921_planned_work_before_changes extends Migration {
  override name = 'Migration20261127075921_planned_work_before_changes';

  override up() {
    this.addSql(`alter table "report_month" add "outlasting" uuid[] null`);

    this.addSql(`alter table "maintenance_window" add "changed_at" timestamptz null`);
  }

  override down() {
    this.addSql(`alter table "maintenance_window" drop column "changed_at"`);

    this.addSql(`alter table "report_month" drop column "outlasting"`);
  }
}
