import { Migration } from '@mikro-orm/migrations';

const renames = [
  {
    from: 'standing',
    to: 'pending_condition',
    constraints: ['pkey', 'rule_id_foreign', 'controller_id_foreign', 'rule_id_controller_id_subject_unique'],
    indexes: ['controller_id_index'],
  },
  {
    from: 'sight_stretch',
    to: 'reachability_interval',
    constraints: ['pkey', 'controller_id_foreign'],
    indexes: ['open_index', 'controller_id_began_index'],
  },
  { from: 'up_stretch', to: 'running_interval', constraints: ['pkey'], indexes: [] },
];

/** Nodes of the release before use the old names, which stay as views until a later release drops them. */
export class Migration20261126141500_plain_table_names extends Migration {
  override name = 'Migration20261126141500_plain_table_names';

  override up(): void | Promise<void> {
    for (const { from, to, constraints, indexes } of renames) {
      this.addSql(`alter table "${from}" rename to "${to}";`);
      for (const end of constraints)
        this.addSql(`alter table "${to}" rename constraint "${from}_${end}" to "${to}_${end}";`);
      for (const end of indexes) this.addSql(`alter index "${from}_${end}" rename to "${to}_${end}";`);
      // Their job that removes old rows finds them by `ctid`, which `*` leaves out.
      this.addSql(`create view "${from}" as select ctid, * from "${to}";`);
    }
  }

  override down(): void | Promise<void> {
    for (const { from, to, constraints, indexes } of renames) {
      this.addSql(`drop view "${from}";`);
      this.addSql(`alter table "${to}" rename to "${from}";`);
      for (const end of constraints)
        this.addSql(`alter table "${from}" rename constraint "${to}_${end}" to "${from}_${end}";`);
      for (const end of indexes) this.addSql(`alter index "${to}_${end}" rename to "${from}_${end}";`);
    }
  }
}
