import { Migration } from '@mikro-orm/migrations';

/** Scripts that were entered before run again only once somebody has accepted the risk, or SITE_URL is set. */
export class Migration20261123212118_script_risk extends Migration {
  override name = 'Migration20261123212118_script_risk';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "advanced_seo" add column "script_risk_accepted_at" timestamptz null, add column "script_risk_accepted_by" text null, add column "script_risk_statement" text null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "advanced_seo" drop column "script_risk_accepted_at", drop column "script_risk_accepted_by", drop column "script_risk_statement";`,
    );
  }
}
