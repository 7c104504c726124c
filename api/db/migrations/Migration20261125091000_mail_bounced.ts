import { Migration } from '@mikro-orm/migrations';

/** A bounce is kept with the email. Until now it was inferred from the suppression, which an operator can remove. */
export class Migration20261125091000_mail_bounced extends Migration {
  override name = 'Migration20261125091000_mail_bounced';

  override up(): void | Promise<void> {
    this.addSql(`alter table "mail" add column "bounced_at" timestamptz null;`);
    this.addSql(
      `update "mail" set "bounced_at" = last_mail.at from (
         select distinct on (s.id) m.id, m.status, s.created_at as at from "mail_suppression" s
           join "mail" m on lower(m."to") = s.address and m.created_at <= s.created_at
          order by s.id, m.created_at desc
       ) as last_mail where "mail".id = last_mail.id and last_mail.status = 'sent';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "mail" drop column "bounced_at";`);
  }
}
