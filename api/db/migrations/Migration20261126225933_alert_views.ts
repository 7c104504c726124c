import { Migration } from '@mikro-orm/migrations';

export class Migration20261126225933_alert_views extends Migration {
  override name = 'Migration20261126225933_alert_views';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "alert_view" ("id" uuid not null default gen_random_uuid(), "membership_id" uuid not null, "name" text not null, "filters" jsonb not null, "names" jsonb not null default '{}', "order" text not null default 'worst', "by" text null, "is_default" boolean not null default false, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `create unique index "alert_view_name_once_per_person" on "alert_view" ("membership_id", lower("name"));`,
    );

    this.addSql(
      `alter table "alert_view" add constraint "alert_view_membership_id_foreign" foreign key ("membership_id") references "membership" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "alert_view" add constraint "alert_view_order_check" check ("order" in ('worst', 'newest', 'oldest'));`,
    );
    this.addSql(
      `alter table "alert_view" add constraint "alert_view_by_check" check ("by" in ('customer', 'site', 'cause'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "alert_view" cascade;`);
  }
}
