import type { CallerContext } from '#api/graphql/context.ts';
import type { Event } from './event.entity.ts';

/** The root value of a subscription's resolver. Without an event, the resolver returns the current value. */
export interface LiveRoot {
  event: Event | null;
}

/** How the hub serves a subscription field. */
export interface LiveField<Args = Record<string, unknown>> {
  /**
   * Whether the event changes the field's value. Called once per event and group, and must not query the
   * database.
   */
  accepts(event: Event, args: Args): boolean;
  /**
   * Delivers every event, and the `after` argument (a cursor) replays missed ones. Otherwise only the latest
   * is sent.
   */
  replay: boolean;
  /** Sends the current value on subscribing. */
  initial?: boolean;
  /** Throws a product error if this viewer may not subscribe with these arguments. */
  authorize(ctx: CallerContext, args: Args): unknown;
}

/**
 * Options of a `@Subscription` that the hub executes once for all equal subscribers. type-graphql never
 * subscribes.
 */
export const servedByHub = {
  subscribe: () => {
    throw new Error('The live hub must serve subscriptions');
  },
};

/** The fields of the Subscription type by name, whatever their arguments. */
export type LiveFields = Readonly<Record<string, LiveField<never>>>;
