import { Migration } from '@mikro-orm/migrations';

export class Migration20261122121925_public_site extends Migration {
  override name = 'Migration20261122121925_public_site';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "advanced_seo" ("id" smallint not null, "robots_txt" text not null default '', "custom_sitemap" text not null default '', "structured_data_enabled" boolean not null default true, "custom_structured_data" text not null default '', "analytics_code" text not null default '', "custom_head_tags" text not null default '', "search_console_verification" text not null default '', "bing_verification" text not null default '', "yandex_verification" text not null default '', "redirect_rules" text not null default '', primary key ("id"));`,
    );

    this.addSql(
      `create table "contact_settings" ("id" smallint not null, "support_email" text not null default 'support@netlantern.example', "support_phone" text not null default '', "business_address" text not null default '', primary key ("id"));`,
    );

    this.addSql(
      `create table "contact_submission" ("id" uuid not null default gen_random_uuid(), "name" text not null, "email" text not null, "subject" text not null, "message" text not null, "status" text not null default 'new', "admin_notes" text not null default '', "ip_address" text null, "created_at" timestamptz not null default now(), "responded_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `create index "contact_submission_created_at_id_index" on "contact_submission" ("created_at", "id");`,
    );

    this.addSql(
      `create table "contact_reply" ("id" uuid not null default gen_random_uuid(), "submission_id" uuid not null, "message" text not null, "by" text not null, "at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "contact_reply_submission_id_index" on "contact_reply" ("submission_id");`);

    this.addSql(
      `create table "content_state" ("part" text not null, "version" int not null default 0, "changed_by" text null, "changed_at" timestamptz null, primary key ("part"));`,
    );

    this.addSql(
      `create table "footer" ("id" smallint not null, "company_name" text not null default 'Netlantern', "description" text not null default 'Watches UniFi networks and says what broke, the moment it breaks.', "copyright_text" text not null default '', "show_social_links" boolean not null default true, "show_quick_links" boolean not null default true, "show_company_info" boolean not null default true, primary key ("id"));`,
    );

    this.addSql(
      `create table "homepage" ("id" smallint not null, "hero_title" text not null default 'Know what broke before anybody calls', "hero_subtitle" text not null default 'Netlantern watches your UniFi networks around the clock, says in plain words what is wrong and since when, and tells the right people: by mail, in chat, or as a ticket.', "hero_cta_primary" text not null default 'Start free trial', "hero_cta_secondary" text not null default 'Watch the demo', "hero_features" text[] not null default '{"14-day free trial","No credit card","Setup in minutes"}', "stats_users_count" text not null default '500+', "stats_users_label" text not null default 'Network people', "stats_alerts_count" text not null default '24/7', "stats_alerts_label" text not null default 'Monitoring', "stats_uptime_count" text not null default '99.9%', "stats_uptime_label" text not null default 'Uptime', "final_cta_title" text not null default 'Sleep through the night again', "final_cta_subtitle" text not null default 'Connect a controller with an API key, choose a site, and see your first alert rule at work in minutes.', "final_cta_primary" text not null default 'Start free trial', "final_cta_secondary" text not null default 'Contact us', "final_cta_features" text[] not null default '{"14-day free trial","No credit card","Cancel whenever you like"}', primary key ("id"));`,
    );

    this.addSql(
      `create table "menu_item" ("id" uuid not null default gen_random_uuid(), "title" text not null, "url" text not null, "order" int not null default 0, "is_external" boolean not null default false, "is_visible" boolean not null default true, primary key ("id"));`,
    );

    this.addSql(
      `create table "platform_branding" ("id" smallint not null, "platform_name" text not null default 'Netlantern', "company_name" text not null default 'Netlantern', "support_email" text null, "logo_url" text null, "favicon_url" text null, "primary_color" text not null default '#3b82f6', "secondary_color" text not null default '#64748b', "custom_css" text not null default '', "footer_text" text not null default '', primary key ("id"));`,
    );

    this.addSql(
      `create table "revision" ("id" uuid not null default gen_random_uuid(), "part" text not null, "version" int not null, "by" text not null, "at" timestamptz not null, "revert_of" int null, "before" jsonb not null, "after" jsonb not null, primary key ("id"));`,
    );
    this.addSql(`create index "revision_part_version_index" on "revision" ("part", "version");`);

    this.addSql(
      `create table "saved_reply" ("id" uuid not null default gen_random_uuid(), "title" text not null, "text" text not null, primary key ("id"));`,
    );
    this.addSql(`alter table "saved_reply" add constraint "saved_reply_title_unique" unique ("title");`);

    this.addSql(
      `create table "seo_settings" ("id" smallint not null, "page_title" text not null default 'Netlantern: know what broke in your UniFi network first', "meta_description" text not null default 'Netlantern watches UniFi networks around the clock and tells you by mail, chat or ticket what broke, where and since when. Free for 14 days, without a card.', "keywords" text not null default 'UniFi monitoring, network alerts, MSP, HaloPSA', "canonical_url" text not null default '', "og_title" text not null default '', "og_description" text not null default '', "og_image" text not null default '', "twitter_card" text not null default 'summary_large_image', primary key ("id"));`,
    );

    this.addSql(
      `create table "site_branding" ("id" smallint not null, "site_name" text not null default 'Netlantern', "logo_url" text null, "logo_width" int not null default 150, "logo_height" int not null default 50, "primary_color" text not null default '#2563eb', "secondary_color" text not null default '#64748b', "accent_color" text not null default '#10b981', "custom_css" text not null default '', primary key ("id"));`,
    );

    this.addSql(
      `create table "sitemap_settings" ("id" smallint not null, "domain" text not null default '', "include_homepage" boolean not null default true, "include_static_pages" boolean not null default true, "custom_urls" text not null default '', "update_frequency" text not null default 'weekly', "priority" double precision not null default 0.5, "status" text not null default 'needs_update', "last_generated" timestamptz null, "file" text null, primary key ("id"));`,
    );

    this.addSql(
      `create table "social_link" ("id" uuid not null default gen_random_uuid(), "platform" text not null, "url" text not null, "order" int not null default 0, "is_visible" boolean not null default true, primary key ("id"));`,
    );

    this.addSql(
      `create table "upload" ("id" uuid not null default gen_random_uuid(), "purpose" text not null, "content_type" text not null, "bytes" bytea not null, "width" int not null, "height" int not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "upload_created_at_index" on "upload" ("created_at");`);

    this.addSql(
      `alter table "contact_reply" add constraint "contact_reply_submission_id_foreign" foreign key ("submission_id") references "contact_submission" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "contact_reply" drop constraint "contact_reply_submission_id_foreign";`);

    this.addSql(`drop table if exists "advanced_seo" cascade;`);
    this.addSql(`drop table if exists "contact_settings" cascade;`);
    this.addSql(`drop table if exists "contact_submission" cascade;`);
    this.addSql(`drop table if exists "contact_reply" cascade;`);
    this.addSql(`drop table if exists "content_state" cascade;`);
    this.addSql(`drop table if exists "footer" cascade;`);
    this.addSql(`drop table if exists "homepage" cascade;`);
    this.addSql(`drop table if exists "menu_item" cascade;`);
    this.addSql(`drop table if exists "platform_branding" cascade;`);
    this.addSql(`drop table if exists "revision" cascade;`);
    this.addSql(`drop table if exists "saved_reply" cascade;`);
    this.addSql(`drop table if exists "seo_settings" cascade;`);
    this.addSql(`drop table if exists "site_branding" cascade;`);
    this.addSql(`drop table if exists "sitemap_settings" cascade;`);
    this.addSql(`drop table if exists "social_link" cascade;`);
    this.addSql(`drop table if exists "upload" cascade;`);
  }
}
