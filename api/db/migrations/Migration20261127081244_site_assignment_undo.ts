import { Migration } from '@mikro-orm/migrations';

/** A bulk assignment of sites can be undone: each site remembers it, and its customer before. */
export class Migration20261127081244_site_assignment_undo extends Migration {
  override name = 'Migration20261127081244_site_assignment_undo';

  override up(): void {
    this.addSql(`alter table "team_site" add "assignment_id" uuid null, add "former_customer_id" uuid null;`);
    this.addSql(
      `alter table "team_site" add constraint "team_site_former_customer_id_foreign" foreign key ("former_customer_id") references "customer" ("id") on delete set null;`,
    );
    this.addSql(`create index "team_site_former_customer_id_index" on "team_site" ("former_customer_id");`);
  }

  override down(): void {
    this.addSql(`alter table "team_site" drop constraint "team_site_former_customer_id_foreign";`);

    this.addSql(`drop index "team_site_former_customer_id_index";`);
    this.addSql(`alter table "team_site" drop column "assignment_id", drop column "former_customer_id";`);
  }
}
