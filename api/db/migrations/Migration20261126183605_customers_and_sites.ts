import { Migration } from '@mikro-orm/migrations';

export class Migration20261126183605_customers_and_sites extends Migration {
  override name = 'Migration20261126183605_customers_and_sites';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "customer" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "name" text not null, "color" text not null, "tags" text[] not null default '{}', "halo_client_id" int null, "halo_client_name" text null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `create unique index "customer_name_once_per_team" on "customer" ("team_id", lower("name"));`,
    );

    this.addSql(
      `create table "team_site" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "host_id" text not null, "name" text not null, "controller_id" uuid null, "customer_id" uuid null, "tags" text[] not null default '{}', "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "team_site_controller_id_index" on "team_site" ("controller_id");`);
    this.addSql(`create index "team_site_customer_id_index" on "team_site" ("customer_id");`);
    this.addSql(
      `alter table "team_site" add constraint "team_site_team_id_host_id_unique" unique ("team_id", "host_id");`,
    );

    this.addSql(`alter table "controller" add "default_customer_id" uuid null;`);
    this.addSql(
      `alter table "controller" add constraint "controller_default_customer_id_foreign" foreign key ("default_customer_id") references "customer" ("id") on delete set null;`,
    );
    this.addSql(
      `create index "controller_default_customer_id_index" on "controller" ("default_customer_id");`,
    );

    this.addSql(
      `alter table "customer" add constraint "customer_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "team_site" add constraint "team_site_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "team_site" add constraint "team_site_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "team_site" add constraint "team_site_customer_id_foreign" foreign key ("customer_id") references "customer" ("id") on delete set null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "controller" drop constraint "controller_default_customer_id_foreign";`);
    this.addSql(`alter table "team_site" drop constraint "team_site_customer_id_foreign";`);

    this.addSql(`drop table if exists "customer" cascade;`);
    this.addSql(`drop table if exists "team_site" cascade;`);

    this.addSql(`drop index "controller_default_customer_id_index";`);
    this.addSql(`alter table "controller" drop column "default_customer_id";`);
  }
}
