import { Migration } from '@mikro-orm/migrations';

export class Migration20261126211820_scopes_of_channels_and_windows extends Migration {
  override name = 'Migration20261126211820_scopes_of_channels_and_windows';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "planned_work" add "customer_ids" uuid[] not null default '{}', add "tags" text[] not null default '{}';`,
    );

    this.addSql(
      `alter table "integration" add "customer_ids" uuid[] not null default '{}', add "tags" text[] not null default '{}';`,
    );

    this.addSql(
      `alter table "maintenance_window" add "customer_ids" uuid[] not null default '{}', add "tags" text[] not null default '{}';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "integration" drop column "customer_ids", drop column "tags";`);

    this.addSql(`alter table "maintenance_window" drop column "customer_ids", drop column "tags";`);

    this.addSql(`alter table "planned_work" drop column "customer_ids", drop column "tags";`);
  }
}
