/** The keys of a table, as their own type. `Object.keys` only knows that they're strings. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];
