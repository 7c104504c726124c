import { Migration } from '@mikro-orm/migrations';

/** Reasons are rendered when they are read, in the reader's zone. What older ones name is read from their sentences for the last time. */
export class Migration20261125082035_delivery_reason_params extends Migration {
  override name = 'Migration20261125082035_delivery_reason_params';

  override up(): void | Promise<void> {
    this.addSql(`alter table "delivery" add column "reason_params" jsonb null;`);
    // "2026-11-20 23:30 UTC" becomes "2026-11-20T23:30Z".
    const until = `replace(substring("reason" from ' until ([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}) UTC$'), ' ', 'T') || 'Z'`;
    this.addSql(
      `update "delivery" set "reason_params" = jsonb_strip_nulls(jsonb_build_object('until', ${until},
           'window', case when "reason_code" = 'maintenance' then substring("reason" from '^Maintenance "(.*)" until [-0-9: ]+ UTC$') end))
         where "reason_code" in ('maintenance', 'quiet_hours', 'snoozed');`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "delivery" drop column "reason_params";`);
  }
}
