import type { App } from '#api/app.ts';

/** Compares everything with Stripe, once a night. */
export async function reconcileNightly(_app: App, _payload: Record<string, never>): Promise<void> {}
