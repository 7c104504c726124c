import { Migration } from '@mikro-orm/migrations';

/**
 * Packages are the team's from here on, no more their owner's; subscriptions, invoices and what Stripe told us; the waitlist;
 * what a package's limits leave out.
 */
export class Migration20261122081528_selling extends Migration {
  override name = 'Migration20261122081528_selling';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "broadcast" ("id" uuid not null default gen_random_uuid(), "subject" text not null, "recipient_count" int not null, "sent_by" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );

    this.addSql(
      `create table "payment_settings" ("id" smallint not null, "publishable_key" text null, "secret_key" text null, "secret_key_tail" text null, "webhook_secret" text null, "webhook_secret_tail" text null, "livemode" boolean null, "purchasing_enabled" boolean not null default false, "reconciled_at" timestamptz null, primary key ("id"));`,
    );

    this.addSql(
      `create table "stripe_event" ("id" uuid not null default gen_random_uuid(), "stripe_id" text not null, "type" text not null, "livemode" boolean not null, "object_id" text null, "customer_id" text null, "status" text not null default 'received', "failure" text null, "attempts" int not null default 0, "created_at" timestamptz not null, "received_at" timestamptz not null default now(), "applied_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "stripe_event" add constraint "stripe_event_stripe_id_unique" unique ("stripe_id");`,
    );
    this.addSql(`create index "stripe_event_received_at_index" on "stripe_event" ("received_at");`);

    this.addSql(
      `create table "subscription" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "stripe_id" text not null, "status" text not null, "package_id" uuid null, "price_id" text not null, "item_id" text not null, "amount" int not null, "currency" text not null, "current_period_end" timestamptz null, "trial_end" timestamptz null, "cancel_at" timestamptz null, "ended_at" timestamptz null, "past_due_since" timestamptz null, "pending_price_id" text null, "payment_method" jsonb null, "started_at" timestamptz not null, "read_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "subscription_team_id_index" on "subscription" ("team_id");`);
    this.addSql(
      `alter table "subscription" add constraint "subscription_stripe_id_unique" unique ("stripe_id");`,
    );
    this.addSql(`create index "subscription_package_id_index" on "subscription" ("package_id");`);
    this.addSql(
      `create unique index "subscription_team_id_live_unique" on "subscription" ("team_id") where "status" not in ('canceled', 'incomplete_expired');`,
    );

    this.addSql(
      `create table "invoice" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "stripe_id" text not null, "number" text null, "status" text not null, "billing_reason" text null, "total" int not null, "amount_paid" int not null, "amount_remaining" int not null, "currency" text not null, "issued_at" timestamptz not null, "period_start" timestamptz null, "period_end" timestamptz null, "paid_at" timestamptz null, "next_attempt_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`alter table "invoice" add constraint "invoice_stripe_id_unique" unique ("stripe_id");`);
    this.addSql(`create index "invoice_team_id_issued_at_index" on "invoice" ("team_id", "issued_at");`);

    this.addSql(
      `create table "billing_notice" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "kind" text not null, "about" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "billing_notice" add constraint "billing_notice_team_id_kind_about_unique" unique ("team_id", "kind", "about");`,
    );

    this.addSql(
      `create table "alert_month" ("team_id" uuid not null, "month" date not null, "raised" int not null default 0, "told_percent" int not null default 0, primary key ("team_id", "month"));`,
    );

    this.addSql(
      `create table "waitlist_entry" ("id" uuid not null default gen_random_uuid(), "email" text not null, "package_id" uuid null, "package_name" text not null, "unsubscribed_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "waitlist_entry" add constraint "waitlist_entry_email_unique" unique ("email");`,
    );
    this.addSql(`create index "waitlist_entry_package_id_index" on "waitlist_entry" ("package_id");`);

    this.addSql(`alter table "user" drop constraint "user_package_id_foreign";`);

    this.addSql(`alter table "mail" add "broadcast_id" uuid null, add "begun_at" timestamptz null;`);
    this.addSql(
      `alter table "mail" add constraint "mail_broadcast_id_foreign" foreign key ("broadcast_id") references "broadcast" ("id") on delete cascade;`,
    );
    this.addSql(`create index "mail_broadcast_id_index" on "mail" ("broadcast_id");`);

    this.addSql(
      `alter table "package" add "stripe_price_id" text null, add "stripe_price_id_usd" text null;`,
    );

    this.addSql(
      `alter table "team" add "package_id" uuid null, add "active_until" timestamptz null, add "stripe_customer_id" text null;`,
    );
    this.addSql(
      `alter table "team" add constraint "team_package_id_foreign" foreign key ("package_id") references "package" ("id") on delete restrict;`,
    );
    this.addSql(`create index "team_package_id_index" on "team" ("package_id");`);
    this.addSql(
      `alter table "team" add constraint "team_stripe_customer_id_unique" unique ("stripe_customer_id");`,
    );

    this.addSql(`alter table "controller" add "over_limit" boolean not null default false;`);

    this.addSql(
      `alter table "device" add "over_limit" boolean not null default false, add "created_at" timestamptz not null default now();`,
    );

    this.addSql(
      `update "team" set "active_until" = "trial_ends_at", "package_id" = (select "user"."package_id" from "membership" join "user" on "user"."id" = "membership"."user_id" where "membership"."team_id" = "team"."id" and "membership"."role" = 'owner' limit 1);`,
    );
    this.addSql(`drop index "user_package_id_index";`);
    this.addSql(`alter table "user" drop constraint "user_subscription_status_check";`);
    this.addSql(
      `alter table "user" drop column "subscription_status", drop column "package_id", drop column "stripe_subscription_id";`,
    );

    this.addSql(`alter table "alert" add "over_limit" boolean not null default false;`);

    this.addSql(
      `alter table "stripe_event" add constraint "stripe_event_status_check" check ("status" in ('received', 'applied', 'ignored', 'failed'));`,
    );

    this.addSql(
      `alter table "subscription" add constraint "subscription_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "subscription" add constraint "subscription_package_id_foreign" foreign key ("package_id") references "package" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "subscription" add constraint "subscription_currency_check" check ("currency" in ('GBP', 'USD'));`,
    );

    this.addSql(
      `alter table "invoice" add constraint "invoice_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "invoice" add constraint "invoice_currency_check" check ("currency" in ('GBP', 'USD'));`,
    );

    this.addSql(
      `alter table "billing_notice" add constraint "billing_notice_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "alert_month" add constraint "alert_month_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "waitlist_entry" add constraint "waitlist_entry_package_id_foreign" foreign key ("package_id") references "package" ("id") on delete set null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "user" add "subscription_status" text not null default 'active', add "package_id" uuid null, add "stripe_subscription_id" text null;`,
    );
    this.addSql(
      `alter table "user" add constraint "user_package_id_foreign" foreign key ("package_id") references "package" ("id") on update no action on delete set null;`,
    );
    this.addSql(`create index "user_package_id_index" on "user" ("package_id");`);
    this.addSql(
      `alter table "user" add constraint "user_subscription_status_check" check ("subscription_status" in ('active', 'inactive'));`,
    );
    this.addSql(
      `update "user" set "package_id" = (select "team"."package_id" from "membership" join "team" on "team"."id" = "membership"."team_id" where "membership"."user_id" = "user"."id" and "membership"."role" = 'owner' limit 1);`,
    );

    this.addSql(`alter table "mail" drop constraint "mail_broadcast_id_foreign";`);

    this.addSql(`drop table if exists "broadcast" cascade;`);
    this.addSql(`drop table if exists "payment_settings" cascade;`);
    this.addSql(`drop table if exists "stripe_event" cascade;`);
    this.addSql(`drop table if exists "subscription" cascade;`);
    this.addSql(`drop table if exists "invoice" cascade;`);
    this.addSql(`drop table if exists "billing_notice" cascade;`);
    this.addSql(`drop table if exists "alert_month" cascade;`);
    this.addSql(`drop table if exists "waitlist_entry" cascade;`);

    this.addSql(`alter table "team" drop constraint "team_package_id_foreign";`);

    this.addSql(`alter table "alert" drop column "over_limit";`);

    this.addSql(`alter table "controller" drop column "over_limit";`);

    this.addSql(`alter table "device" drop column "over_limit", drop column "created_at";`);

    this.addSql(`drop index "mail_broadcast_id_index";`);
    this.addSql(`alter table "mail" drop column "broadcast_id", drop column "begun_at";`);

    this.addSql(`alter table "package" drop column "stripe_price_id", drop column "stripe_price_id_usd";`);

    this.addSql(`drop index "team_package_id_index";`);
    this.addSql(`alter table "team" drop constraint "team_stripe_customer_id_unique";`);
    this.addSql(
      `alter table "team" drop column "package_id", drop column "active_until", drop column "stripe_customer_id";`,
    );
  }
}
