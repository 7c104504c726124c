import { Migration } from '@mikro-orm/migrations';

export class Migration20261126120541_plain_defaults extends Migration {
  override name = 'Migration20261126120541_plain_defaults';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "footer" alter column "description" set default 'Monitors UniFi networks and shows what broke, the moment it breaks.';`,
    );

    this.addSql(
      `alter table "homepage" alter column "hero_title" set default 'Know what broke before anyone calls';`,
    );
    this.addSql(
      `alter table "homepage" alter column "hero_subtitle" set default 'Netlantern monitors your UniFi networks around the clock, explains what’s wrong and since when, and notifies the right people by email, in chat or with a ticket.';`,
    );
    this.addSql(`alter table "homepage" alter column "stats_users_label" set default 'Network engineers';`);
    this.addSql(
      `alter table "homepage" alter column "final_cta_features" set default '{"14-day free trial","No credit card","Cancel any time"}';`,
    );

    this.addSql(
      `alter table "seo_settings" alter column "meta_description" set default 'Netlantern monitors UniFi networks around the clock and alerts you by email, chat or ticket: what broke, where and since when. Free for 14 days, no card required.';`,
    );

    // Content that nobody has changed follows its default.
    this.addSql(
      `update "footer" set "description" = default where "description" = 'Watches UniFi networks and says what broke, the moment it breaks.';`,
    );
    this.addSql(
      `update "homepage" set "hero_title" = default where "hero_title" = 'Know what broke before anybody calls';`,
    );
    this.addSql(
      `update "homepage" set "hero_subtitle" = default where "hero_subtitle" = 'Netlantern watches your UniFi networks around the clock, says in plain words what is wrong and since when, and tells the right people: by mail, in chat, or as a ticket.';`,
    );
    this.addSql(
      `update "homepage" set "stats_users_label" = default where "stats_users_label" = 'Network people';`,
    );
    this.addSql(
      `update "homepage" set "final_cta_features" = default where "final_cta_features" = '{"14-day free trial","No credit card","Cancel whenever you like"}';`,
    );
    this.addSql(
      `update "seo_settings" set "meta_description" = default where "meta_description" = 'Netlantern watches UniFi networks around the clock and tells you by mail, chat or ticket what broke, where and since when. Free for 14 days, without a card.';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "footer" alter column "description" set default 'Watches UniFi networks and says what broke, the moment it breaks.';`,
    );

    this.addSql(
      `alter table "homepage" alter column "hero_title" set default 'Know what broke before anybody calls';`,
    );
    this.addSql(
      `alter table "homepage" alter column "hero_subtitle" set default 'Netlantern watches your UniFi networks around the clock, says in plain words what is wrong and since when, and tells the right people: by mail, in chat, or as a ticket.';`,
    );
    this.addSql(`alter table "homepage" alter column "stats_users_label" set default 'Network people';`);
    this.addSql(
      `alter table "homepage" alter column "final_cta_features" set default '{"14-day free trial","No credit card","Cancel whenever you like"}';`,
    );

    this.addSql(
      `alter table "seo_settings" alter column "meta_description" set default 'Netlantern watches UniFi networks around the clock and tells you by mail, chat or ticket what broke, where and since when. Free for 14 days, without a card.';`,
    );
  }
}
