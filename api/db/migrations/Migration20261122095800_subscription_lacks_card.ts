import { Migration } from '@mikro-orm/migrations';

export class Migration20261122095800_subscription_lacks_card extends Migration {
  override name = 'Migration20261122095800_subscription_lacks_card';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "subscription" add "lacks_card" boolean not null default false, add "credit_left" int not null default 0;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "subscription" drop column "lacks_card", drop column "credit_left";`);
  }
}
