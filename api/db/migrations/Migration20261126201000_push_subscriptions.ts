import { Migration } from '@mikro-orm/migrations';

export class Migration20261126201000_push_subscriptions extends Migration {
  override name = 'Migration20261126201000_push_subscriptions';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "push_key" ("id" smallint not null, "public_key" text not null, "sealed" text not null, primary key ("id"));`,
    );

    this.addSql(
      `create table "push_preferences" ("id" uuid not null default gen_random_uuid(), "user_id" uuid not null, "severities" text[] not null default '{critical}', "critical_in_quiet_hours" boolean not null default false, primary key ("id"));`,
    );
    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_user_id_unique" unique ("user_id");`,
    );

    this.addSql(
      `create table "push_subscription" ("id" uuid not null default gen_random_uuid(), "membership_id" uuid not null, "session_id" uuid null, "endpoint_hash" text not null, "sealed" text not null, "name" text not null, "last_accepted_at" timestamptz null, "last_delivery_id" uuid null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "push_subscription_session_id_index" on "push_subscription" ("session_id");`);
    this.addSql(
      `create index "push_subscription_endpoint_hash_index" on "push_subscription" ("endpoint_hash");`,
    );
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_membership_id_endpoint_hash_unique" unique ("membership_id", "endpoint_hash");`,
    );

    this.addSql(`alter table "delivery" drop constraint "delivery_channel_check";`);
    this.addSql(
      `alter table "delivery" add constraint "delivery_channel_check" check ("channel" in ('email', 'slack', 'teams', 'discord', 'webhook', 'push'));`,
    );

    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_severities_check" check ("severities" <@ array['info'::text, 'warning'::text, 'error'::text, 'critical'::text]);`,
    );

    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_membership_id_foreign" foreign key ("membership_id") references "membership" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete set null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "delivery" where "channel" = 'push';`);
    this.addSql(`delete from "integration" where "type" = 'push' and "made_from" is null;`);
    this.addSql(`drop table if exists "push_key" cascade;`);
    this.addSql(`drop table if exists "push_preferences" cascade;`);
    this.addSql(`drop table if exists "push_subscription" cascade;`);

    this.addSql(`alter table "delivery" drop constraint "delivery_channel_check";`);
    this.addSql(
      `alter table "delivery" add constraint "delivery_channel_check" check ("channel" in ('email', 'slack', 'teams', 'discord', 'webhook'));`,
    );
  }
}
