import { Migration } from '@mikro-orm/migrations';

/** Several sites of a controller can be selected. The former column stays, and names the only one. */
export class Migration20261126193500_selected_sites extends Migration {
  override name = 'Migration20261126193500_selected_sites';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "controller" add "selected_site_ids" text[] null, add "selected_site_names" text[] null;`,
    );
    this
      .addSql(`create or replace function "controller_controller_selected_sites_fn"() returns trigger as $$ begin if new.selected_site_id is distinct from
       (case when cardinality(new.selected_site_ids) = 1 then new.selected_site_ids[1] end) then
      new.selected_site_ids := case when new.selected_site_id is not null then array[new.selected_site_id] end;       new.selected_site_names := case when new.selected_site_id is not null
        then array[coalesce(new.selected_site_name, new.selected_site_id)] end;     end if;     return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "controller_selected_sites" BEFORE INSERT OR UPDATE on "controller" for each ROW execute function "controller_controller_selected_sites_fn"();`,
    );
    // The trigger fills in the new columns, as it does for nodes of the release before.
    this.addSql(
      `update "controller" set "selected_site_id" = "selected_site_id" where "selected_site_id" is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "controller_selected_sites" on "controller";`);
    this.addSql(`drop function if exists "controller_controller_selected_sites_fn"();`);
    this.addSql(
      `alter table "controller" drop column "selected_site_ids", drop column "selected_site_names";`,
    );
  }
}
