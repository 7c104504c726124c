import { Migration } from '@mikro-orm/migrations';

/** One known ciphertext, by which a start notices that APP_SECRET doesn't fit the database. */
export class Migration20261123174426_secret_canary extends Migration {
  override name = 'Migration20261123174426_secret_canary';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "secret_canary" ("id" smallint not null, "sealed" text not null, primary key ("id"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "secret_canary" cascade;`);
  }
}
