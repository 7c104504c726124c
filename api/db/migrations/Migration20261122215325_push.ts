import { Migration } from '@mikro-orm/migrations';

export class Migration20261122215325_push extends Migration {
  override name = 'Migration20261122215325_push';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "pushed_message" ("id" bigserial primary key, "controller_id" uuid not null, "at" timestamptz not null, "body" text not null);`,
    );
    this.addSql(`create index "pushed_message_at_index" on "pushed_message" ("at");`);
    this.addSql(
      `create index "pushed_message_controller_id_id_index" on "pushed_message" ("controller_id", "id");`,
    );

    this.addSql(
      `create table "push_address" ("id" uuid not null default gen_random_uuid(), "controller_id" uuid not null, "token" text not null, "token_hash" text not null, "made_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "push_address" add constraint "push_address_controller_id_unique" unique ("controller_id");`,
    );
    this.addSql(
      `alter table "push_address" add constraint "push_address_token_hash_unique" unique ("token_hash");`,
    );

    this.addSql(`alter table "controller" add "last_push_at" timestamptz null;`);

    this.addSql(`alter table "alert" add "rule_then" jsonb null;`);

    this.addSql(
      `alter table "pushed_message" add constraint "pushed_message_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "push_address" add constraint "push_address_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "pushed_message" cascade;`);
    this.addSql(`drop table if exists "push_address" cascade;`);

    this.addSql(`alter table "alert" drop column "rule_then";`);

    this.addSql(`alter table "controller" drop column "last_push_at";`);
  }
}
