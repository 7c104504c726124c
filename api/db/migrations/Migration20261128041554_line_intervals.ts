import { Migration } from '@mikro-orm/migrations';

export class Migration20261128041554_line_intervals extends Migration {
  override name = 'Migration20261128041554_line_intervals';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "wan_interval" ("id" uuid not null default gen_random_uuid(), "wan_id" uuid not null, "began" timestamptz not null, "until" timestamptz null, "is_up" boolean not null, primary key ("id"));`,
    );
    this.addSql(`create index "wan_interval_wan_id_began_index" on "wan_interval" ("wan_id", "began");`);

    this.addSql(
      `alter table "wan" add "down_until" timestamptz null, add "promised_percent" double precision null;`,
    );

    this.addSql(
      `alter table "wan_interval" add constraint "wan_interval_wan_id_foreign" foreign key ("wan_id") references "wan" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "wan_interval" cascade;`);

    this.addSql(`alter table "wan" drop column "down_until", drop column "promised_percent";`);
  }
}
