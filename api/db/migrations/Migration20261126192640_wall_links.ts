import { Migration } from '@mikro-orm/migrations';

export class Migration20261126192640_wall_links extends Migration {
  override name = 'Migration20261126192640_wall_links';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "wall_link" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "name" text not null, "created_by" text not null, "created_at" timestamptz not null default now(), "last_opened_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "wall_link_team_id_index" on "wall_link" ("team_id");`);

    this.addSql(
      `alter table "wall_link" add constraint "wall_link_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "wall_link" cascade;`);
  }
}
