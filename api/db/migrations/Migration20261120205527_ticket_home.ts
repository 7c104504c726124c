import { Migration } from '@mikro-orm/migrations';

/** Which HaloPSA a ticket was opened in: so far it was the one that is connected. */
export class Migration20261120205527_ticket_home extends Migration {
  override name = 'Migration20261120205527_ticket_home';

  override up(): void | Promise<void> {
    this.addSql(`alter table "halopsa_ticket" add "home" text null;`);
    this.addSql(
      `update "halopsa_ticket" t set "home" = concat_ws(' ', c."resource_server", nullif(c."tenant", '')) from "halopsa_connection" c where c."team_id" = t."team_id" and t."ticket_id" is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "halopsa_ticket" drop column "home";`);
  }
}
