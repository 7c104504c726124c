import { Migration } from '@mikro-orm/migrations';

export class Migration20261120194119_made_from extends Migration {
  override name = 'Migration20261120194119_made_from';

  override up(): void | Promise<void> {
    this.addSql(`alter table "integration" add "made_from" text null;`);
    this.addSql(`drop index "integration_one_per_channel";`);
    this.addSql(
      `create unique index "integration_one_per_channel" on "integration" ("team_id", "type") where "made_from" is null;`,
    );
    this.addSql(
      `create unique index "integration_one_per_template" on "integration" ("team_id", "template_id") where "template_id" is not null;`,
    );
    // jsonb would sort the fields of the form.
    this.addSql(`alter table "integration_template" alter column "config_schema" type json;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "integration_template" alter column "config_schema" type jsonb;`);
    this.addSql(`drop index "integration_one_per_template";`);
    this.addSql(`drop index "integration_one_per_channel";`);
    this.addSql(
      `create unique index "integration_one_per_channel" on "integration" ("team_id", "type") where "template_id" is null;`,
    );
    this.addSql(`alter table "integration" drop column "made_from";`);
  }
}
