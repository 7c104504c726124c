import type { App } from '#api/app.ts';

/** Applies one event of Stripe's. */
export async function applyStripeEvent(_app: App, _payload: { eventId: string }): Promise<void> {}
