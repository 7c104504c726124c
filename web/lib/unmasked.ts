import type { HKT } from '@apollo/client/utilities';

type Marks = ' $fragmentRefs' | ' $fragmentName';

type All<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer Every) => void
  ? Every
  : never;

type Refs<T> = ' $fragmentRefs' extends keyof T ? NonNullable<T[' $fragmentRefs']> : never;

type Whole<T> = [Refs<T>] extends [never]
  ? { [Field in keyof T as Exclude<Field, Marks>]: Unmasked<T[Field]> }
  : { [Field in keyof T as Exclude<Field, Marks>]: Unmasked<T[Field]> } & All<
      Unmasked<Refs<T>[keyof Refs<T>]>
    >;

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Data with the fields of its fragments, as the server sends it and the cache holds it. */
export type Unmasked<T> =
  IsAny<T> extends true
    ? T
    : T extends (infer Item)[]
      ? Unmasked<Item>[]
      : T extends readonly (infer Item)[]
        ? readonly Unmasked<Item>[]
        : T extends object
          ? Whole<T>
          : T;

/** For data that helpers read whole, across its fragments. Components read their own fragment with `readFragment`. */
export const unmasked = <T>(data: T) => data as Unmasked<T>;

interface UnmaskedKind extends HKT {
  arg1: unknown;
  return: Unmasked<this['arg1']>;
}

declare module '@apollo/client' {
  /** What is written to the cache, such as an optimistic response, has the fields of its fragments. */
  interface TypeOverrides {
    Unmasked: UnmaskedKind;
  }
}
