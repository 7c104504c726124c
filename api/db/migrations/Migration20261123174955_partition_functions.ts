import { Migration } from '@mikro-orm/migrations';

/**
 * The program's role doesn't own the tables of measurements, so these functions make and drop their partitions as the
 * owner. They accept nothing but the names of such partitions.
 */
export class Migration20261123174955_partition_functions extends Migration {
  override name = 'Migration20261123174955_partition_functions';

  override up(): void | Promise<void> {
    // "create table … partition of" would lock out everyone who reads or writes the table. Attaching a finished table
    // does not. 427109 is `lockKeys.partitions`.
    this
      .addSql(`create function metrics.make_partition(parent text, partition text, begins timestamptz, ends timestamptz)
      returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        if not exists (select from pg_class where relnamespace = 'metrics'::regnamespace and relkind = 'p' and relname = parent)
           or partition !~ ('^' || parent || '_[0-9]{6,8}$') then
          raise exception '% is not a partition of measurements', partition;
        end if;
        perform pg_advisory_xact_lock(427109);
        if to_regclass(format('metrics.%I', partition)) is not null then return; end if;
        execute format('create table metrics.%I (like metrics.%I including all)', partition, parent);
        execute format('alter table metrics.%I attach partition metrics.%I for values from (%L) to (%L)',
                       parent, partition, begins, ends);
      exception when duplicate_table then
        -- Whoever held the lock before made it, after this statement took its snapshot.
        null;
      end $$;`);
    // Dropping needs the whole table for a moment. The short timeout keeps those who queue behind it from waiting.
    this.addSql(`create function metrics.drop_partition(partition text)
      returns void language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '50ms' as $$
      begin
        if not exists (select from pg_class where relnamespace = 'metrics'::regnamespace and relkind = 'p'
                        and partition ~ ('^' || relname || '_[0-9]{6,8}$')) then
          raise exception '% is not a partition of measurements', partition;
        end if;
        execute format('drop table if exists metrics.%I', partition);
      end $$;`);
    this.addSql(
      `revoke execute on function metrics.make_partition(text, text, timestamptz, timestamptz), metrics.drop_partition(text) from public;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function metrics.drop_partition(text);`);
    this.addSql(`drop function metrics.make_partition(text, text, timestamptz, timestamptz);`);
  }
}
