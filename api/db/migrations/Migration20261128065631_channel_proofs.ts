import { Migration } from '@mikro-orm/migrations';

export class Migration20261128065631_channel_proofs extends Migration {
  override name = 'Migration20261128065631_channel_proofs';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "channel_proof" ("id" uuid not null default gen_random_uuid(), "team_id" uuid not null, "integration_id" uuid null, "halopsa_id" uuid null, "since" timestamptz not null default now(), "next_at" timestamptz not null, "checked_at" timestamptz null, "proven_at" timestamptz null, "evidence" jsonb null, "unprovable" text null, "failures" int not null default 0, "failing_since" timestamptz null, "failure" jsonb null, "reported_at" timestamptz null, "report_attempts" int not null default 0, "report_not_before" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "channel_proof_team_id_index" on "channel_proof" ("team_id");`);
    this.addSql(
      `alter table "channel_proof" add constraint "channel_proof_integration_id_unique" unique ("integration_id");`,
    );
    this.addSql(
      `alter table "channel_proof" add constraint "channel_proof_halopsa_id_unique" unique ("halopsa_id");`,
    );
    this.addSql(`create index "channel_proof_next_at_index" on "channel_proof" ("next_at");`);

    this.addSql(
      `alter table "channel_proof" add constraint "channel_proof_team_id_foreign" foreign key ("team_id") references "team" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "channel_proof" add constraint "channel_proof_integration_id_foreign" foreign key ("integration_id") references "integration" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "channel_proof" add constraint "channel_proof_halopsa_id_foreign" foreign key ("halopsa_id") references "halopsa_connection" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "channel_proof" cascade;`);
  }
}
