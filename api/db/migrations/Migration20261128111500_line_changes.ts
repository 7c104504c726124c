import { Migration } from '@mikro-orm/migrations';

/** What rounds saw of internet lines is stored, so that rules about them can be run over the past. */
export class Migration20261128111500_line_changes extends Migration {
  override name = 'Migration20261128111500_line_changes';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "line_change" ("wan_id" uuid not null, "at" timestamptz not null, "state" text not null, "down_from" timestamptz null, "down_until" timestamptz null, "takes_over" boolean null, "takeover_from" timestamptz null, "takeover_until" timestamptz null, primary key ("wan_id", "at"));`,
    );

    this.addSql(`alter table "wan" add "takes_over" boolean null, add "takeover_until" timestamptz null;`);

    this.addSql(`alter table "state_change" add "since" timestamptz null;`);

    this.addSql(
      `alter table "line_change" add constraint "line_change_wan_id_foreign" foreign key ("wan_id") references "wan" ("id") on delete cascade;`,
    );

    // What intervals tell about the time before this version. Takeovers weren't stored.
    this.addSql(`insert into line_change (wan_id, at, state)
      select distinct on (wan_id, at) wan_id, at, state
        from wan_interval cross join lateral (
               values (began, case when is_up then 'up' else 'down' end, 1), (until, 'unknown', 2)) as edge (at, state, nth)
       where at is not null and (until is null or until > now() - interval '90 days')
       order by wan_id, at, nth;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "line_change" cascade;`);

    this.addSql(`alter table "state_change" drop column "since";`);

    this.addSql(`alter table "wan" drop column "takes_over", drop column "takeover_until";`);
  }
}
