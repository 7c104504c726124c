import { Migration } from '@mikro-orm/migrations';

export class Migration20261128064916_message_budgets extends Migration {
  override name = 'Migration20261128064916_message_budgets';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "integration" add "weekly_budget" int null, add "budget_warned_week" date null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "integration" drop column "weekly_budget", drop column "budget_warned_week";`);
  }
}
