import { Migration } from '@mikro-orm/migrations';

export class Migration20261128072827_push_health extends Migration {
  override name = 'Migration20261128072827_push_health';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "console_push_day" ("controller_id" uuid not null, "host_id" text not null, "day" date not null, "changes" int not null, "pushed" int not null, "pushed_at" timestamptz null, "waiting" int not null default 0, "waiting_since" timestamptz null, primary key ("controller_id", "host_id", "day"));`,
    );

    this.addSql(`alter table "pushed_message" add "counted" boolean not null default false;`);

    this.addSql(
      `alter table "console_push_day" add constraint "console_push_day_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "console_push_day" cascade;`);

    this.addSql(`alter table "pushed_message" drop column "counted";`);
  }
}
