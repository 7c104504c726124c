import { Migration } from '@mikro-orm/migrations';

/** Attempts and channels store why they failed as a code with parameters. Existing sentences become a parameter. */
export class Migration20261125224500_failure_codes extends Migration {
  override name = 'Migration20261125224500_failure_codes';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "delivery_attempt" add column "result" text null, add column "reason_code" text null, add column "reason_params" jsonb null;`,
    );
    this.addSql(
      `update "delivery_attempt" set
         "result" = case "outcome" when 'Delivered' then 'sent' when 'Accepted' then 'accepted' else 'failed' end,
         "reason_code" = case when "outcome" not in ('Delivered', 'Accepted') then 'attempt_failed' end,
         "reason_params" = case when "outcome" not in ('Delivered', 'Accepted') then jsonb_build_object('text', "outcome") end;`,
    );
    this.addSql(
      `alter table "delivery_attempt" alter column "result" set not null, drop column "outcome",
         add constraint "delivery_attempt_result_check" check ("result" in ('sent', 'accepted', 'failed'));`,
    );
    this.addSql(
      `alter table "integration" alter column "last_failure" type jsonb
         using case when "last_failure" is not null then
           jsonb_build_object('reasonCode', 'attempt_failed', 'reasonParams', jsonb_build_object('text', "last_failure")) end;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "delivery_attempt" add column "outcome" text null;`);
    this.addSql(
      `update "delivery_attempt" set "outcome" = case "result" when 'sent' then 'Delivered' when 'accepted' then 'Accepted'
         else coalesce("reason_params"->>'text', "reason_code") end;`,
    );
    this.addSql(
      `alter table "delivery_attempt" alter column "outcome" set not null, drop column "result", drop column "reason_code", drop column "reason_params";`,
    );
    this.addSql(
      `alter table "integration" alter column "last_failure" type text
         using coalesce("last_failure"->'reasonParams'->>'text', "last_failure"->>'reasonCode');`,
    );
  }
}
