/** Tables of the schema `metrics`, and what one partition of each holds: a day or a month, UTC. */
export const partitioned = {
  device_sample: 'day',
  wan_sample: 'day',
  device_hour: 'month',
  wan_hour: 'month',
} as const;

export type Partitioned = keyof typeof partitioned;

export interface Partition {
  table: Partitioned;
  name: string;
  from: Date;
  /** Not included. */
  until: Date;
}

/** The partition that holds a moment. */
export function partitionAt(table: Partitioned, at: Date): Partition {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const daily = partitioned[table] === 'day';
  const from = new Date(Date.UTC(year, month, daily ? day : 1));
  const until = new Date(Date.UTC(year, daily ? month : month + 1, daily ? day + 1 : 1));
  const digits = from.toISOString().slice(0, 10).replaceAll('-', '');
  return { table, name: `${table}_${daily ? digits : digits.slice(0, 6)}`, from, until };
}

/** Those of one table that hold the time from one moment to another, in order. */
export function partitionsBetween(table: Partitioned, from: Date, to: Date): Partition[] {
  const found: Partition[] = [];
  for (let at = from; at <= to; at = found.at(-1)!.until) found.push(partitionAt(table, at));
  return found;
}

/** The partition of a name, or undefined for what is none of ours. */
export function partitionNamed(name: string): Partition | undefined {
  const [, table, year, month, day = '01'] = /^([a-z_]+)_(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? [];
  if (!table || !(table in partitioned)) return undefined;
  const partition = partitionAt(table as Partitioned, new Date(`${year}-${month}-${day}T00:00:00Z`));
  return partition.name === name ? partition : undefined;
}
