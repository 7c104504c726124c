import { Migration } from '@mikro-orm/migrations';

/** A rule can be run over the past. Each person has at most one such run. */
export class Migration20261128033626_rule_backtests extends Migration {
  override name = 'Migration20261128033626_rule_backtests';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "rule_backtest" ("id" uuid not null, "team_id" uuid not null, "user_id" uuid not null, "status" text not null, "progress" double precision not null default 0, "reported_at" timestamptz null, "created_at" timestamptz not null default now(), "input" jsonb not null, "result" jsonb null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "rule_backtest" add constraint "rule_backtest_user_id_unique" unique ("user_id");`,
    );

    this.addSql(
      `alter table "rule_backtest" add constraint "rule_backtest_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "rule_backtest" add constraint "rule_backtest_user_id_foreign" foreign key ("user_id") references "user" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "rule_backtest" add constraint "rule_backtest_status_check" check ("status" in ('waiting', 'running', 'done', 'failed'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "rule_backtest" cascade;`);
  }
}
