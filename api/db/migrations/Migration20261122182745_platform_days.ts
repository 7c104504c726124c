import { Migration } from '@mikro-orm/migrations';

export class Migration20261122182745_platform_days extends Migration {
  override name = 'Migration20261122182745_platform_days';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "platform_day" ("day" date not null, "users" int not null, "active_subscriptions" int not null, "revenue" jsonb not null, "active_controllers" int not null, "alerts" int not null, primary key ("day"));`,
    );

    this.addSql(
      `create table "up_stretch" ("began" timestamptz not null, "until" timestamptz not null, primary key ("began"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "platform_day" cascade;`);
    this.addSql(`drop table if exists "up_stretch" cascade;`);
  }
}
