import { Migration } from '@mikro-orm/migrations';

export class Migration20261120161508_accounts extends Migration {
  override name = 'Migration20261120161508_accounts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "attempt" ("key" text not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));`,
    );

    this.addSql(
      `create table "audit_entry" ("id" bigint not null, "at" timestamptz not null, "actor_id" uuid null, "actor" text not null, "action" text not null, "subject_id" uuid null, "subject" text not null, "before" jsonb not null, "after" jsonb not null, "ip_address" text null, "previous_hash" text not null, "hash" text not null, primary key ("id"));`,
    );
    this.addSql(`create index "audit_entry_actor_id_index" on "audit_entry" ("actor_id");`);
    this.addSql(`create index "audit_entry_subject_id_index" on "audit_entry" ("subject_id");`);
    // Whoever owns a table can grant themselves anything; a trigger stops the application's own mistakes too. The one
    // for truncating stands apart: PostgreSQL does not list it among a table's triggers, and the comparison of
    // entities with the database would make it anew each time.
    this.addSql(
      `create function "audit_entry_audit_entry_append_only_fn"() returns trigger as $$ begin raise exception 'audit_entry is append-only'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "audit_entry_append_only" before update or delete on "audit_entry" for each statement execute function "audit_entry_audit_entry_append_only_fn"();`,
    );
    this.addSql(
      `create trigger "audit_entry_no_truncate" before truncate on "audit_entry" for each statement execute function "audit_entry_audit_entry_append_only_fn"();`,
    );

    this.addSql(
      `create table "mail" ("id" uuid not null default gen_random_uuid(), "kind" text not null, "to" text not null, "subject" text not null, "text" text null, "html" text null, "status" text not null default 'waiting', "attempts" int not null default 0, "failure" text null, "created_at" timestamptz not null default now(), "sent_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "mail_created_at_index" on "mail" ("created_at");`);

    this.addSql(
      `create table "security_settings" ("id" smallint primary key, "session_timeout" int not null default 30, "max_login_attempts" int not null default 5, "lockout_duration" int not null default 15, "require_two_factor" boolean not null default false, "password_min_length" int not null default 8, "password_require_special" boolean not null default true, "allowed_ip_ranges" text[] not null default '{}');`,
    );

    this.addSql(
      `create table "recovery_code" ("id" uuid not null default gen_random_uuid(), "user_id" uuid not null, "code_hash" text not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_user_id_code_hash_unique" unique ("user_id", "code_hash");`,
    );

    this.addSql(
      `create table "notification_preferences" ("id" uuid not null default gen_random_uuid(), "user_id" uuid not null, "email_notifications" boolean not null default true, "alert_notifications" boolean not null default true, "channels" text[] not null, "severities" text[] not null, "quiet_hours" boolean not null default false, "quiet_from" text not null default '22:00', "quiet_until" text not null default '07:00', "time_zone" text not null default 'UTC', primary key ("id"));`,
    );
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_user_id_unique" unique ("user_id");`,
    );

    this.addSql(
      `create table "mailed_link" ("id" uuid not null default gen_random_uuid(), "purpose" text not null, "token_hash" text not null, "user_id" uuid not null, "email" text not null, "expires_at" timestamptz not null, "used_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "mailed_link" add constraint "mailed_link_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(`create index "mailed_link_user_id_index" on "mailed_link" ("user_id");`);

    this.addSql(
      `create table "known_device" ("id" uuid not null default gen_random_uuid(), "user_id" uuid not null, "name" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "known_device" add constraint "known_device_user_id_name_unique" unique ("user_id", "name");`,
    );

    this.addSql(
      `create table "invitation" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "email" text not null, "role" text not null, "token_hash" text not null, "invited_by_id" uuid null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "invitation" add constraint "invitation_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(`create index "invitation_invited_by_id_index" on "invitation" ("invited_by_id");`);
    this.addSql(
      `alter table "invitation" add constraint "invitation_team_id_email_unique" unique ("team_id", "email");`,
    );

    this.addSql(
      `create table "api_token" ("id" uuid not null default gen_random_uuid(), "name" text not null, "token_hash" text not null, "tail" text not null, "scopes" text[] not null, "user_id" uuid not null, "team_id" uuid not null, "expires_at" timestamptz null, "last_used_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "api_token" add constraint "api_token_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(`create index "api_token_user_id_index" on "api_token" ("user_id");`);
    this.addSql(`create index "api_token_team_id_index" on "api_token" ("team_id");`);

    this.addSql(`alter table "team" add "trial_ends_at" timestamptz null;`);

    this.addSql(
      `alter table "user" add "two_factor_secret" text null, add "pending_two_factor_secret" text null, add "last_totp_step" int null, add "last_sign_in_at" timestamptz null, add "agreed_to_terms_at" timestamptz null;`,
    );

    this.addSql(
      `alter table "mail" add constraint "mail_status_check" check ("status" in ('waiting', 'sent', 'failed'));`,
    );

    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_channels_check" check ("channels" <@ array['email'::text, 'slack'::text, 'teams'::text, 'discord'::text, 'webhook'::text]);`,
    );
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_severities_check" check ("severities" <@ array['info'::text, 'warning'::text, 'error'::text, 'critical'::text]);`,
    );

    this.addSql(
      `alter table "mailed_link" add constraint "mailed_link_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "mailed_link" add constraint "mailed_link_purpose_check" check ("purpose" in ('verify_email', 'reset_password', 'unlock', 'change_email'));`,
    );

    this.addSql(
      `alter table "known_device" add constraint "known_device_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "invitation" add constraint "invitation_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "invitation" add constraint "invitation_invited_by_id_foreign" foreign key ("invited_by_id") references "user" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "invitation" add constraint "invitation_role_check" check ("role" in ('owner', 'member', 'viewer'));`,
    );

    this.addSql(
      `alter table "api_token" add constraint "api_token_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "api_token" add constraint "api_token_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "api_token" add constraint "api_token_scopes_check" check ("scopes" <@ array['read'::text, 'alerts'::text, 'manage'::text]);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "attempt" cascade;`);
    this.addSql(`drop table if exists "audit_entry" cascade;`);
    this.addSql(`drop function "audit_entry_audit_entry_append_only_fn"();`);
    this.addSql(`drop table if exists "mail" cascade;`);
    this.addSql(`drop table if exists "security_settings" cascade;`);
    this.addSql(`drop table if exists "recovery_code" cascade;`);
    this.addSql(`drop table if exists "notification_preferences" cascade;`);
    this.addSql(`drop table if exists "mailed_link" cascade;`);
    this.addSql(`drop table if exists "known_device" cascade;`);
    this.addSql(`drop table if exists "invitation" cascade;`);
    this.addSql(`drop table if exists "api_token" cascade;`);

    this.addSql(`alter table "team" drop column "trial_ends_at";`);

    this.addSql(
      `alter table "user" drop column "two_factor_secret", drop column "pending_two_factor_secret", drop column "last_totp_step", drop column "last_sign_in_at", drop column "agreed_to_terms_at";`,
    );
  }
}
