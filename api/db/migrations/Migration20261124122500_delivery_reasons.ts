import { Migration } from '@mikro-orm/migrations';

/** What later decisions need to know of a reason is a code; they read it out of the sentence here for the last time. */
export class Migration20261124122500_delivery_reasons extends Migration {
  override name = 'Migration20261124122500_delivery_reasons';

  override up(): void | Promise<void> {
    this.addSql(`alter table "delivery" add column "reason_code" text null;`);
    this.addSql(
      `update "delivery" set "reason_code" = case
           when "status" = 'held' and starts_with("reason", 'Maintenance "') then 'maintenance'
           when "status" = 'held' then 'quiet_hours'
           when starts_with("reason", 'Snoozed until ') then 'snoozed'
           when "reason" like '% was switched off because it does not work any more' then 'channel_broken'
           when "reason" = 'The webhook is not told of this kind of event' then 'event_not_chosen' end
         where "status" = 'held' or ("status" = 'skipped' and (starts_with("reason", 'Snoozed until ')
            or "reason" like '% was switched off because it does not work any more'
            or "reason" = 'The webhook is not told of this kind of event'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "delivery" drop column "reason_code";`);
  }
}
