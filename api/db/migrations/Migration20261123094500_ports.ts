import { Migration } from '@mikro-orm/migrations';

/** Ports are numbers; their column was made one of texts, which nobody noticed while the mapper read them as numbers. */
export class Migration20261123094500_ports extends Migration {
  override name = 'Migration20261123094500_ports';

  override up(): void | Promise<void> {
    this.#become('integer[]');
  }

  override down(): void | Promise<void> {
    this.#become('text[]');
  }

  #become(type: string): void {
    this.addSql(
      `alter table "device" alter column "up_ports" drop default,
         alter column "up_ports" type ${type} using "up_ports"::${type}, alter column "up_ports" set default '{}';`,
    );
  }
}
