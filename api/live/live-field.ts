import type { CallerContext } from '#api/graphql/context.ts';
import type { Event } from './event.entity.ts';

/** What a subscription's resolver gets as its root. No event: it is asked for the present value. */
export interface LiveRoot {
  event: Event | null;
}

/** How a subscription field takes part in the hub.  */
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
    throw new Error('The live hub must serve subscriptions');
  },
};

/** The fields of the Subscription type by name, whatever their arguments. */
export type LiveFields = Readonly<Record<string, LiveField<never>>>;
