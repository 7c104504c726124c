import { Migration } from '@mikro-orm/migrations';

export class Migration20261128121408_ticketed_sites extends Migration {
  override name = 'Migration20261128121408_ticketed_sites';

  override up(): void | Promise<void> {
    this.addSql(`alter table "affected_site" add "halopsa_ticket_id" uuid null;`);

    this.addSql(
      `update "affected_site" f set "halopsa_ticket_id" = t."id"
         from "halopsa_ticket" t join "customer" k on k."halo_client_id" = t."linked_client_id"
         join "team_site" s on s."team_id" = t."team_id" and s."customer_id" = k."id"
        where t."alert_id" = f."alert_id" and s."host_id" = f."host_id";`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "affected_site" drop column "halopsa_ticket_id";`);
  }
}
