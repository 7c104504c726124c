import { Migration } from '@mikro-orm/migrations';

/** Who asked for no more alert mails outlives the channel, whose configuration had it alone so far. */
export class Migration20261120205710_unsubscription extends Migration {
  override name = 'Migration20261120205710_unsubscription';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "unsubscription" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "address" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "unsubscription" add constraint "unsubscription_team_id_address_unique" unique ("team_id", "address");`,
    );
    this.addSql(
      `alter table "unsubscription" add constraint "unsubscription_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `insert into "unsubscription" ("team_id", "address") select "team_id", jsonb_array_elements_text("config"::jsonb -> 'unsubscribed') from "integration" where "type" = 'email' and "made_from" is null on conflict do nothing;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "unsubscription";`);
  }
}
