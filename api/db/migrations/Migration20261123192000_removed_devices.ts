import { Migration } from '@mikro-orm/migrations';

/** Devices that vanish, move, are removed or never finish an update are told apart, and alerts end as removed. */
export class Migration20261123192000_removed_devices extends Migration {
  override name = 'Migration20261123192000_removed_devices';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "device" add column "updating_since" timestamptz null, add column "missing_since" timestamptz null,
         add column "left_at" timestamptz null;`,
    );
    this.addSql(`alter table "controller" add column "known_consoles" jsonb not null default '{}';`);
    this.#allow(['recovered', 'removed', 'no_longer_watched']);
  }

  override down(): void | Promise<void> {
    this.addSql(`update "alert" set "resolution" = 'no_longer_watched' where "resolution" = 'removed';`);
    this.#allow(['recovered', 'no_longer_watched']);
    this.addSql(`alter table "controller" drop column "known_consoles";`);
    this.addSql(
      `alter table "device" drop column "updating_since", drop column "missing_since", drop column "left_at";`,
    );
  }

  #allow(resolutions: string[]): void {
    const list = resolutions.map((value) => `'${value}'`).join(', ');
    this.addSql(`alter table "alert" drop constraint "alert_resolution_check";`);
    this.addSql(
      `alter table "alert" add constraint "alert_resolution_check" check ("resolution" in (${list}));`,
    );
  }
}
