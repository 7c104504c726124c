import type { CallerContext } from '#api/graphql/context.ts';
import type { Event } from './event.entity.ts';

/** What a subscription's resolver gets as its root. No event: it is asked for the present value. */
export interface LiveRoot {
  event: Event | null;
}

/** How a subscription field takes part in the hub. Written as methods, so that fields of all arguments fit into one map. */
export interface LiveField<Args = Record<string, unknown>> {
  /** Whether the event changes what the field shows. Asked once per event and group; it must not touch the database. */
  accepts(event: Event, args: Args): boolean;
  /** Every event counts, and the argument `after` (a cursor) asks for those that were missed. Else only the newest. */
  replay: boolean;
  /** Sends the present value on subscribing. */
  initial?: boolean;
  /** Throws a product error when this viewer may not subscribe with these arguments. */
  authorize(ctx: CallerContext, args: Args): unknown;
}

/** Options of a `@Subscription`: the hub executes it, once for all who asked the same; type-graphql never subscribes. */
export const servedByHub = {
  subscribe: () => {
    throw new Error('Subscriptions are served by the hub');
  },
};

const fields = new Map<string, LiveField>();

/** Makes a field of the Subscription type live. Said once, beside its resolver. */
export function liveField<Args extends Record<string, unknown>>(name: string, field: LiveField<Args>): void {
  fields.set(name, field);
}

/** @throws for a field that was never made live: a mistake of ours. */
export function liveFieldNamed(name: string): LiveField {
  const field = fields.get(name);
  if (!field) throw new Error(`The subscription "${name}" is not a live field`);
  return field;
}
