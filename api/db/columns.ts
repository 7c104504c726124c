/** A column of a result: its PostgreSQL type, and how the driver converts its values. */
export interface Column<T = unknown> {
  readonly kind: Kind;
  readonly nullable: boolean;
  /** Exists for the compiler only. */
  readonly value?: T;
}

/** A row with these columns. */
export type RowOf<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer T> ? T : never };

/** PostgreSQL's type IDs (`pg_type.oid`), by how the driver converts their values. */
export const kinds = {
  uuid: [2950],
  // text, varchar, bpchar, name
  text: [25, 1043, 1042, 19],
  // smallint, integer
  int: [21, 23],
  // real, double precision
  float: [700, 701],
  // As text, because a number would lose digits.
  bigint: [20],
  numeric: [1700],
  boolean: [16],
  timestamp: [1184],
  date: [1082],
  // json, jsonb
  json: [114, 3802],
  bytes: [17],
  'uuid[]': [2951],
  'text[]': [1009],
  'int[]': [1007],
} as const satisfies Record<string, readonly number[]>;

export type Kind = keyof typeof kinds;

const column = <T>(kind: Kind): Column<T> => ({ kind, nullable: false });

export const uuid = column<string>('uuid');
export const text = column<string>('text');
export const int = column<number>('int');
export const float = column<number>('float');
export const bigint = column<string>('bigint');
export const numeric = column<string>('numeric');
export const bool = column<boolean>('boolean');
/** In PostgreSQL's format, which `new Date()` can parse. */
export const timestamp = column<string>('timestamp');
/** In the format `2026-11-26`. */
export const date = column<string>('date');
export const bytes = column<Buffer>('bytes');
export const uuids = column<string[]>('uuid[]');
export const ints = column<number[]>('int[]');

/** A text column with a narrower type, such as an enum. */
export const textOf = <T>() => column<NonNullable<T>>('text');
export const textsOf = <T>() => column<NonNullable<T>>('text[]');
export const json = <T>() => column<NonNullable<T>>('json');

/** The same column, but nullable, as after an outer join. */
export const orNull = <T>({ kind }: Column<T>): Column<T | null> => ({ kind, nullable: true });

/** The same column, but without null, as after `is not null`. */
export const notNull = <T>({ kind }: Column<T>): Column<NonNullable<T>> => ({ kind, nullable: false });
